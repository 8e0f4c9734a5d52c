import { CloudOff, UserCheck, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useInbox } from '../InboxContext.ts'
import css from './acts.module.css'

/**
 * Shown over the rows, and on a phone over the alarm in view: acts that wait for the network, rows that an act left
 * out, and conflicts with another user's change, with the text that was typed.
 */
export function Notices() {
  const translate = useTranslate()
  const { waiting, conflicts, refused, takeBack, dismiss, finish, open } = useInbox()
  return (
    <div className={css.notices} role="status">
      {waiting > 0 && (
        <p className={css.offline}>
          <CloudOff size={16} aria-hidden />
          <span>{translate('inbox.waiting', { smart_count: waiting })}</span>
          <button type="button" onClick={takeBack}>
            {translate('shell.undo')}
          </button>
        </p>
      )}
      {conflicts.map(({ key, episode, note, photo, reason }) => (
        <div key={key} className={css.conflict}>
          <UserCheck size={16} aria-hidden />
          <span>
            <button type="button" data-part="link" onClick={() => open(episode.id)}>
              {episode.threshold_name} · {episode.device_name}
            </button>
            <span>
              {reason}
              {episode.assignee_name && ` · ${translate('inbox.owner', { name: episode.assignee_name })}`}
            </span>
            {(note !== '' || photo !== undefined) && (
              <span className={css.kept}>
                {translate('inbox.keptNote', { note: note || translate('inbox.picture') })}{' '}
                <button
                  type="button"
                  data-part="link"
                  onClick={() => finish('comment', [episode], { ...(note !== '' && { note }) }, photo)}
                >
                  {translate('inbox.sendAsComment')}
                </button>
              </span>
            )}
          </span>
          <button type="button" aria-label={translate('shell.close')} onClick={() => dismiss(key)}>
            <X size={14} aria-hidden />
          </button>
        </div>
      ))}
      {refused.length > 0 && (
        <div className={css.conflict}>
          <span>
            <b>{translate('inbox.refused', { smart_count: refused.length })}</b>
            {refused.map(({ name, reason }) => (
              <span key={`${name} ${reason}`}>
                {name} · {reason}
              </span>
            ))}
          </span>
          <button type="button" aria-label={translate('shell.close')} onClick={() => dismiss()}>
            <X size={14} aria-hidden />
          </button>
        </div>
      )}
    </div>
  )
}
