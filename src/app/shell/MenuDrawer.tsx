import { useTranslate } from 'ra-core'
import { Drawer, Logo } from '../../kit/index.ts'
import { MenuTree } from './SideMenu.tsx'

/** The menu of small screens, from the left edge. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Drawer label={translate('shell.menu')} side="left" onClose={onClose}>
      <nav className="shell-nav shell-nav--drawer" aria-label={translate('shell.menu')}>
        <div className="shell-nav__head">
          <Logo />
          {translate('shell.product')}
        </div>
        <MenuTree />
      </nav>
    </Drawer>
  )
}
