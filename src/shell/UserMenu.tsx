import { ChevronDown, KeyRound, LogOut } from 'lucide-react'
import { useLogout, useTranslate } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { isSuper, PROJECT_ADMINISTRATOR, type Caller } from '../../resources/kit/access.ts'
import { Menu, useMe } from '../ui/index.ts'

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))

/** Who is signed in, with what they may do about it: change the password, sign out. */
export function UserMenu() {
  const translate = useTranslate()
  const logout = useLogout()
  const { caller, nickname, username } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState(false)
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <button
        type="button"
        className="shell-button shell-user"
        aria-label={`${translate('shell.user')}: ${nickname}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <span className="shell-avatar">{[...nickname][0]?.toUpperCase()}</span>
        <span className="shell-button__text ellipsis">{nickname}</span>
        <ChevronDown className="shell-button__text" size={12} strokeWidth={2} />
      </button>
      {anchor && (
        <Menu anchor={anchor} label={translate('shell.user')} side="below" onClose={() => setAnchor(null)}>
          <div className="shell-who">
            <strong className="ellipsis">{nickname}</strong>
            <span className="ellipsis">{[username, translate(roleKey(caller))].filter(Boolean).join(' · ')}</span>
          </div>
          <div className="ui-menu__rule" />
          <button type="button" role="menuitem" className="ui-menu__item" onClick={choose(() => setDialog(true))}>
            <KeyRound size={16} strokeWidth={1.75} />
            {translate('shell.changePassword')}
          </button>
          <button type="button" role="menuitem" className="ui-menu__item" onClick={choose(() => void logout())}>
            <LogOut size={16} strokeWidth={1.75} />
            {translate('shell.signOut')}
          </button>
        </Menu>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setDialog(false)} />
        </Suspense>
      )}
    </>
  )
}

const roleKey = (caller: Caller): string =>
  isSuper(caller) ? 'shell.role.super' : caller.super_id === PROJECT_ADMINISTRATOR ? 'shell.role.project' : 'shell.role.user'
