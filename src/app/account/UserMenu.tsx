import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Menu, useMe } from '../../kit/index.ts'
import { UserActions, Who } from './UserActions.tsx'
import { UserDialogs, type UserDialog } from './UserDialogs.tsx'

/** Who is signed in, with what they may do about it: see the project, change the password, sign out. */
export function UserMenu() {
  const translate = useTranslate()
  const { nickname } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
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
        <span className="shell-avatar" data-shown={[...nickname][0]?.toUpperCase()} aria-hidden />
        <span className="shell-button__text ellipsis">{nickname}</span>
        <ChevronDown className="shell-button__text" size={12} strokeWidth={2} />
      </button>
      {anchor && (
        <Menu anchor={anchor} label={translate('shell.user')} side="below" onClose={() => setAnchor(null)}>
          <Who />
          <hr className="shell-rule" />
          <UserActions inMenu onDialog={setDialog} onChosen={() => setAnchor(null)} />
        </Menu>
      )}
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
