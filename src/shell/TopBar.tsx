import { Menu as MenuIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { Logo } from '../ui/index.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Name of the product at the left; language, theme and user at the right. `onMenu` opens the drawer where there is one. */
export function TopBar({ onMenu }: { onMenu: (() => void) | null }) {
  const translate = useTranslate()
  const label = translate('shell.openMenu')
  return (
    <header className="shell-top">
      {onMenu && (
        <button type="button" className="shell-button shell-button--icon" aria-label={label} title={label} onClick={onMenu}>
          <MenuIcon size={20} strokeWidth={1.7} />
        </button>
      )}
      <Link to="/" className="shell-brand">
        <Logo />
        <span className="ellipsis">{translate('shell.product')}</span>
      </Link>
      <span className="shell-top__space" />
      <LanguageMenu />
      <ThemeMenu />
      <UserMenu />
    </header>
  )
}
