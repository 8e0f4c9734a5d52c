import { useTranslate } from 'ra-core'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { usePhone } from '../../kit/useMedia.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import { MeSheet } from '../account/MeSheet.tsx'
import { BottomTabs } from './BottomTabs.tsx'
import { DockContext } from '../../alarms/bell/dock.ts'
import { idle } from '../../kit/idle.ts'
import { preloadLayers } from '../../kit/index.ts'
import { Loading } from '../../kit/Loading.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { SideMenu } from './SideMenu.tsx'
import { StartTrail } from './StartTrail.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { useArrival } from '../../kit/useArrival.ts'
import { useFrame } from './useFrame.ts'
import { UserDialogs, type UserDialog } from '../account/UserDialogs.tsx'
import './shell.css'

/** The console's frame: top bar and side menu on the canvas, the page as one inset panel. */
export function Shell({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { narrow, collapsed, toggle } = useFrame()
  // Open at one address: whichever entry is chosen, the drawer is closed on the next page.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const { pathname } = useLocation()
  const phone = usePhone()
  const [me, setMe] = useState(false)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [dock, setDock] = useState<HTMLElement | null>(null)
  const page = pathname.split('/').slice(0, 3).join('/')
  useArrival(page)
  // After the page's own code: a menu opens at once, and the page did not wait for it.
  useEffect(() => void idle(3000).then(preloadLayers), [])

  return (
    <div
      className={`shell${narrow ? ' shell--narrow' : collapsed ? ' shell--collapsed' : ''}${phone ? ' shell--phone' : ''}`}
    >
      <a className="shell-skip" href="#main" onClick={toMain}>
        {translate('shell.skip')}
      </a>
      <DockContext value={dock}>
        <TopBar phone={phone} onMenu={narrow ? () => setDrawerAt(pathname) : null} />
      </DockContext>
      {!narrow && <SideMenu collapsed={collapsed} onToggle={toggle} />}
      {narrow && drawerAt === pathname && <MenuDrawer onClose={() => setDrawerAt(null)} />}
      <main id="main" className="shell-main" tabIndex={-1}>
        <StartTrail />
        <PageBoundary key={page}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </PageBoundary>
      </main>
      <div ref={setDock} className="shell-dock" />
      {phone && <BottomTabs onMe={() => setMe(true)} />}
      {phone && me && <MeSheet onDialog={setDialog} onClose={() => setMe(false)} />}
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
      <Toasts />
    </div>
  )
}

/** Focus moves, the address stays. */
function toMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
