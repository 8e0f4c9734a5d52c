import { Barcode, Blocks, Building2, KeyRound, LogOut, Mailbox, Sparkles } from 'lucide-react'
import { useLogout, useTranslate } from 'react-admin'
import { flushSync } from 'react-dom'
import { isSuper, PROJECT_ADMINISTRATOR, type Caller } from '../../../resources/kit/access.ts'
import { MenuItem, useExtensions, useMe } from '../../kit/index.ts'
import shellCss from '../shell/shell.module.css'
import textCss from '../../kit/text.module.css'
import type { UserDialog } from './UserDialogs.tsx'

/** The signed-in user: name, account and role. */
export function Who() {
  const translate = useTranslate()
  const { caller, nickname, username } = useMe()
  return (
    <div className={shellCss.who}>
      <strong className={textCss.ellipsis}>{nickname}</strong>
      <span className={textCss.ellipsis}>{[username, translate(roleKey(caller))].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

/** Actions of users on their own account. `inMenu`: as entries of a menu. */
export function UserActions({
  inMenu = false,
  onDialog,
  onChosen,
}: {
  inMenu?: boolean
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
      ? [{ key: 'outbox', Icon: Mailbox, label: translate('shell.outbox'), act: () => onDialog('outbox') }]
      : []),
    ...(isSuper(caller) && extensions?.has('devicecodes')
      ? [
          {
            key: 'deviceCodes',
            Icon: Barcode,
            label: translate('shell.codes'),
            act: () => onDialog('deviceCodes'),
          },
        ]
      : []),
    { key: 'updates', Icon: Sparkles, label: translate('dashboard.log'), act: () => onDialog('updates') },
    { key: 'password', Icon: KeyRound, label: translate('shell.changePassword'), act: () => onDialog('password') },
    { key: 'signOut', Icon: LogOut, label: translate('shell.signOut'), act: () => void logout() },
  ]
  return actions.map(({ key, Icon, label, act }) => {
    const entry = {
      onClick: () => {
        // The menu has to be closed, and the focus returned, before a dialog opens.
        flushSync(onChosen)
        act()
      },
      children: (
        <>
          <Icon size={16} strokeWidth={1.75} />
          {label}
        </>
      ),
    }
    return inMenu ? <MenuItem key={key} {...entry} /> : <button key={key} type="button" {...entry} />
  })
}

const roleKey = (caller: Caller): string =>
  isSuper(caller)
    ? 'shell.role.super'
    : caller.super_id === PROJECT_ADMINISTRATOR
      ? 'shell.role.project'
      : 'shell.role.user'
