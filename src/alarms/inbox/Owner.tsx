import { Tooltip } from '@mui/material'
import { UserPlus, UsersRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { ownerName } from './ownerName.ts'
import css from './inbox.module.css'

/** Assignee of an episode: initials, a roster, or a dashed circle where it is unassigned. */
export function Owner({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const { assignee_id, assignee_name, roster_id, on_call_now_name } = episode
  const nobody = assignee_id === null && roster_id === null
  const name = nobody
    ? translate('inbox.nobody')
    : translate('inbox.owner', { name: ownerName(episode) || `#${assignee_id ?? roster_id}` })
  return (
    <Tooltip title={name}>
      <span className={css.owner} data-nobody={nobody || undefined} role="img" aria-label={name}>
        {nobody ? (
          <UserPlus size={13} aria-hidden />
        ) : assignee_id === null ? (
          <UsersRound size={13} aria-hidden />
        ) : (
          [...(on_call_now_name || assignee_name || '?')][0]?.toUpperCase()
        )}
      </span>
    </Tooltip>
  )
}
