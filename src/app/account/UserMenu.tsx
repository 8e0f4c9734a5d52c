import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { BarButton } from '../../kit/buttons.tsx'
import { Menu, useMe } from '../../kit/index.ts'
import shellCss from '../shell/shell.module.css'
import textCss from '../../kit/text.module.css'
import { UserActions, Who } from './UserActions.tsx'
import { UserDialogs, type UserDialog } from './UserDialogs.tsx'

/** Button of the signed-in user with a menu: show the project, change the password, sign out. */
export function UserMenu() {
  const translate = useTranslate()
  const { nickname } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  return (
    <>
      <BarButton
        className={shellCss.user}
        aria-label={`${translate('shell.user')}: ${nickname}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <span className={shellCss.avatar} data-shown={[...nickname][0]?.toUpperCase()} aria-hidden />
        <span className={clsx(shellCss.barText, textCss.ellipsis)}>{nickname}</span>
        <ChevronDown className={shellCss.barText} size={12} strokeWidth={2} />
      </BarButton>
      {anchor && (
        <Menu anchor={anchor} label={translate('shell.user')} side="below" onClose={() => setAnchor(null)}>
          <Who />
          <hr className={shellCss.rule} />
          <UserActions inMenu onDialog={setDialog} onChosen={() => setAnchor(null)} />
        </Menu>
      )}
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
