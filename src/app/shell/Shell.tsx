import { IconButton } from '@mui/material'
import { clsx } from 'clsx'
import { followStart, followsStart } from '../../kit/startTrail.ts'
import { readStored, writeStored } from '../../kit/stored.ts'
import { ArrowLeft, X } from 'lucide-react'
import { UserActions, Who } from '../account/UserActions.tsx'
import { modeKeys } from './ThemeMenu.tsx'
import { useModeChoice } from '../../kit/theme/useMode.ts'
import { chooseMode, MODE_CHOICES } from '../../kit/theme/mode.ts'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import { isLanguage, languageName } from '../../../i18n/language.ts'
import { useTranslate, useLocaleState } from 'react-admin'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation, Link } from 'react-router-dom'
import { usePhone, useMedia } from '../../kit/hooks/useMedia.ts'
import { BottomTabs } from './BottomTabs.tsx'
import { WaitingActs } from '../../alarms/WaitingActs.tsx'
import { DockContext } from '../../alarms/bell/dock.ts'
import { preloadLayers, Drawer, Logo, Segment, settled, Settling } from '../../kit/index.ts'
import { Loading } from '../../kit/states/Loading.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { SideMenu, MenuTree } from './SideMenu.tsx'
import { Toasts } from '../../kit/states/Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { useArrival } from '../../kit/hooks/useArrival.ts'
import { UserDialogs, type UserDialog } from '../account/UserDialogs.tsx'
import sideMenuCss from './sideMenu.module.css'
import css from './shell.module.css'

/** The console's frame: top bar and side menu on the canvas, the page as one inset panel. */
export function Shell({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { narrow, collapsed, toggle } = useFrame()
  // The address at which the drawer was opened: whichever entry is chosen, the drawer is closed on the next page.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const { pathname } = useLocation()
  const phone = usePhone()
  const [me, setMe] = useState(false)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [dock, setDock] = useState<HTMLElement | null>(null)
  const page = pathname.split('/').slice(0, 3).join('/')
  useArrival(page)
  // After the page: menus open at once, and the page does not wait for their code.
  useEffect(() => void settled.then(preloadLayers), [])

  return (
    <div
      className={css.shell}
      data-menu={narrow ? 'narrow' : collapsed ? 'collapsed' : undefined}
      data-tabs={phone || undefined}
    >
      <a className={css.skip} href="#main" onClick={toMain}>
        {translate('shell.skip')}
      </a>
      <DockContext value={dock}>
        <TopBar phone={phone} onMenu={narrow ? () => setDrawerAt(pathname) : null} />
      </DockContext>
      {!narrow && <SideMenu collapsed={collapsed} onToggle={toggle} />}
      {narrow && drawerAt === pathname && <MenuDrawer onClose={() => setDrawerAt(null)} />}
      <main id="main" className={css.main} tabIndex={-1}>
        <StartTrail />
        <PageBoundary key={page}>
          <Suspense fallback={<Loading />}>
            {children}
            <Settling />
          </Suspense>
        </PageBoundary>
      </main>
      <div ref={setDock} className={css.dock} />
      {phone && <BottomTabs onMe={() => setMe(true)} />}
      {phone && me && <MeSheet onDialog={setDialog} onClose={() => setMe(false)} />}
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
      <WaitingActs />
      <Toasts />
    </div>
  )
}

/** Moves the focus and keeps the address. */
function toMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The menu of small screens, from the left edge. */
function MenuDrawer({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Drawer label={translate('shell.menu')} side="left" onClose={onClose}>
      <nav className={clsx(sideMenuCss.nav, sideMenuCss.drawer)} aria-label={translate('shell.menu')}>
        <div className={sideMenuCss.head}>
          <Logo />
          {translate('shell.product')}
        </div>
        <MenuTree />
      </nav>
    </Drawer>
  )
}

/** What does not fit into a phone's top bar: signed-in user, language, theme, project, password, sign-out. */
function MeSheet({ onDialog, onClose }: { onDialog: (dialog: UserDialog) => void; onClose: () => void }) {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const mode = useModeChoice()
  const languages = LANGUAGES.map((value) => ({ value, label: languageName[value] }))
  const modes = MODE_CHOICES.map((value) => ({ value, label: translate(modeKeys[value]) }))
  return (
    <Drawer label={translate('shell.tabMe')} side="bottom" onClose={onClose}>
      <div className={css.me}>
        <Who />
        <Segment<Language>
          label={translate('shell.language')}
          options={languages}
          value={isLanguage(locale) ? locale : 'zhCN'}
          onChange={(language) => setLocale(language)}
        />
        <Segment label={translate('shell.theme')} options={modes} value={mode} onChange={chooseMode} />
        <div>
          <UserActions onDialog={onDialog} onChosen={onClose} />
        </div>
      </div>
    </Drawer>
  )
}

/** Shown over each page while an empty platform is being set up: leads back to the steps, until the user closes it. */
function StartTrail() {
  const translate = useTranslate()
  // Re-rendered for each page, because the setup may have begun or ended with it.
  const { pathname } = useLocation()
  const [closed, setClosed] = useState(false)
  if (closed || pathname === '/' || !followsStart()) return null
  const close = () => {
    followStart(false)
    setClosed(true)
  }
  return (
    <div className={css.trail}>
      <Link to="/">
        <ArrowLeft size={14} strokeWidth={1.9} aria-hidden />
        {translate('shell.toStart')}
      </Link>
      <IconButton aria-label={translate('shell.close')} title={translate('shell.close')} onClick={close}>
        <X size={14} strokeWidth={1.9} aria-hidden />
      </IconButton>
    </div>
  )
}

/**
 * Returns the state of the frame. Below 900 px the menu is a drawer; up to 1366 px it starts collapsed (spec 1 §2.4).
 * The user's choice is kept.
 */
function useFrame() {
  const narrow = useMedia('(max-width: 899.95px)')
  const small = useMedia('(max-width: 1366px)')
  const [chosen, setChosen] = useState(readChoice)
  const collapsed = chosen ?? small
  const toggle = () => {
    setChosen(!collapsed)
    writeChoice(!collapsed)
  }
  return { narrow, collapsed, toggle }
}

const KEY = 'menu-collapsed'

/** The choice is kept for the session: a later visit on another screen starts by that screen's width. */
function readChoice(): boolean | null {
  const stored = readStored(KEY, 'tab')
  return stored === null ? null : stored === '1'
}

const writeChoice = (collapsed: boolean): void => writeStored(KEY, collapsed ? '1' : '0', 'tab')
