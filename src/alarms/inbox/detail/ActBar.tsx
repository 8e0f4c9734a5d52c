import { Button, IconButton } from '@mui/material'
import { AlarmClock, Camera, Check, Ellipsis, Hand, MessageSquare, RotateCcw, UserPlus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { Menu, MenuItem } from '../../../kit/index.ts'
import type { InboxAct } from '../acts/acted.ts'
import { useInbox } from '../InboxContext.ts'
import { actsFor, primaryAct } from '../marks.tsx'
import { inboxKeys, useKeysOn } from '../useInboxKeys.ts'
import css from './detail.module.css'

const icons = {
  acknowledge: Hand,
  assign: UserPlus,
  snooze: AlarmClock,
  comment: MessageSquare,
  close: Check,
  reopen: RotateCcw,
} as const satisfies Record<InboxAct, unknown>

const keyOf = (act: InboxAct): string =>
  Object.entries(inboxKeys)
    .find(([, does]) => does === act)?.[0]
    ?.toUpperCase() ?? ''

/** Buttons of the possible acts, the next one first and filled; `keys`: each shows its key. */
export function ActButtons({ episode, keys = false }: { episode: Episode; keys?: boolean }) {
  const translate = useTranslate()
  const { begin, me } = useInbox()
  const [on] = useKeysOn()
  const primary = primaryAct(episode, me)
  return actsFor(episode).map((act) => {
    const Icon = icons[act]
    return (
      <Button
        key={act}
        data-act={act}
        variant={act === primary ? 'contained' : 'outlined'}
        color={act === primary ? 'primary' : 'inherit'}
        startIcon={act === primary && <Icon size={15} aria-hidden />}
        aria-keyshortcuts={keys && on ? keyOf(act) : undefined}
        onClick={() => begin(act, [episode])}
      >
        {translate(`inbox.acts.${act}`)}
        {keys && on && <kbd aria-hidden>{keyOf(act)}</kbd>}
      </Button>
    )
  })
}

/** Bar at the foot of a phone: the next act, other frequent acts, the camera, and the rest behind a menu. */
export function ActBar({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const { begin, me } = useInbox()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const all = actsFor(episode).filter((act) => act !== 'comment')
  const primary = primaryAct(episode, me)
  const shown = [...new Set([primary ?? all[0], ...all])].filter((act) => act !== undefined).slice(0, 3)
  const rest = all.filter((act) => !shown.includes(act))
  return (
    <footer className={css.bar} data-part="act-bar">
      {shown.map((act) => (
        <Button
          key={act}
          variant={act === primary ? 'contained' : 'outlined'}
          color={act === primary ? 'primary' : 'inherit'}
          onClick={() => begin(act, [episode])}
        >
          {translate(`inbox.acts.${act}`)}
        </Button>
      ))}
      <IconButton
        className={css.camera}
        aria-label={translate('inbox.photoNote')}
        onClick={() => begin('comment', [episode])}
      >
        <Camera size={20} aria-hidden />
      </IconButton>
      {rest.length > 0 && (
        <IconButton
          className={css.camera}
          aria-label={translate('inbox.more')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      )}
      {anchor && (
        <Menu anchor={anchor} label={translate('inbox.more')} side="below" onClose={() => setAnchor(null)}>
          {rest.map((act) => (
            <MenuItem key={act} onClick={() => (setAnchor(null), begin(act, [episode]))}>
              {translate(`inbox.acts.${act}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </footer>
  )
}
