import { Barcode, Blocks, Building2, KeyRound, LogOut, Mailbox } from 'lucide-react'
import { useLogout, useTranslate } from 'ra-core'
import { isSuper, PROJECT_ADMINISTRATOR, type Caller } from '../../../resources/kit/access.ts'
import { useExtensions, useMe } from '../../kit/index.ts'
import type { UserDialog } from './UserDialogs.tsx'

/** Who is signed in: name, account and role. */
export function Who() {
  const translate = useTranslate()
  const { caller, nickname, username } = useMe()
  return (
    <div className="shell-who">
      <strong className="ellipsis">{nickname}</strong>
      <span className="ellipsis">{[username, translate(roleKey(caller))].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

/** What users may do about themselves. `role`: menuitem where it stands in a menu. */
export function UserActions({
  role,
  onDialog,
  onChosen,
}: {
  role?: 'menuitem'
  onDialog: (dialog: UserDialog) => void
  onChosen: () => void
}) {
  const translate = useTranslate()
  const logout = useLogout()
  const { caller } = useMe()
  const extensions = useExtensions(isSuper(caller))
  const actions = [
    isSuper(caller)
      ? { key: 'platform', Icon: Blocks, label: translate('abilities.title'), act: () => onDialog('platform') }
      : { key: 'project', Icon: Building2, label: translate('shell.project'), act: () => onDialog('project') },
    ...(isSuper(caller) && extensions?.has('outbox')
      ? [{ key: 'outbox', Icon: Mailbox, label: translate('system.outbox.title'), act: () => onDialog('outbox') }]
      : []),
    ...(isSuper(caller) && extensions?.has('devicecodes')
      ? [
          {
            key: 'deviceCodes',
            Icon: Barcode,
            label: translate('system.codes.title'),
            act: () => onDialog('deviceCodes'),
          },
        ]
      : []),
    { key: 'password', Icon: KeyRound, label: translate('shell.changePassword'), act: () => onDialog('password') },
    { key: 'signOut', Icon: LogOut, label: translate('shell.signOut'), act: () => void logout() },
  ]
  return actions.map(({ key, Icon, label, act }) => (
    <button
      key={key}
      type="button"
      role={role}
      className="ui-menu__item"
      onClick={() => {
        onChosen()
        act()
      }}
    >
      <Icon size={16} strokeWidth={1.75} />
      {label}
    </button>
  ))
}

const roleKey = (caller: Caller): string =>
  isSuper(caller)
    ? 'shell.role.super'
    : caller.super_id === PROJECT_ADMINISTRATOR
      ? 'shell.role.project'
      : 'shell.role.user'
