import { FormControlLabel, Switch } from '@mui/material'
import { InlineError, messageOf } from '../../kit/index.ts'
import { usePush } from './usePush.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'

/** Switch that opts this browser in to push messages about alarms; its state is read from the browser itself. */
export function PushOptIn() {
  const translate = useLateWords('channels')
  const { state, error, retry, change } = usePush()
  if (state === undefined) return error && <InlineError error={error} onRetry={retry} />
  const able = state === 'on' || state === 'off'
  return (
    <div className={css.push}>
      {able ? (
        <FormControlLabel
          control={
            <Switch checked={state === 'on'} disabled={change.isPending} onChange={(_event, on) => change.mutate(on)} />
          }
          label={translate('channels.push')}
        />
      ) : (
        <p className={css.hint}>{translate(state === 'blocked' ? 'channels.pushBlocked' : 'channels.pushNone')}</p>
      )}
      {change.error && <p role="alert">{messageOf(change.error, translate)}</p>}
    </div>
  )
}
