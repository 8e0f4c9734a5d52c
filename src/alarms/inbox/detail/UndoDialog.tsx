import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { EPISODES } from '../../../../dataProvider/episodes/calls.ts'
import { undoSwitches, type EpisodeSwitch } from '../../../../dataProvider/episodes/switches.ts'
import { usePausePolls } from '../../../kit/hooks/pausePolls.ts'
import { Dialog, InlineError } from '../../../kit/index.ts'
import { switchWords } from './switchWords.ts'
import css from './detail.module.css'

interface UndoDialogProps {
  episode: number
  switches: readonly EpisodeSwitch[]
  onClose: () => void
}

/**
 * Asks before values are put back: of which device, from which value to which; afterwards says of each value that was
 * not put back why.
 */
export function UndoDialog({ episode, switches, onClose }: UndoDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const queries = useQueryClient()
  usePausePolls(true)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      undoSwitches(
        episode,
        switches.map(({ id }) => id),
      ),
    onSuccess: (results) => {
      const sent = results.filter(({ ok }) => ok).length
      if (sent > 0) notify('inbox.linked.sent', { type: 'info', messageArgs: { smart_count: sent } })
      if (sent === switches.length) onClose()
    },
    // Also after a failure: what was done until then is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: [EPISODES, 'getOne'] }),
  })
  const kept = data?.filter(({ ok }) => !ok)
  return (
    <Dialog
      width={480}
      title={translate(kept ? 'inbox.switches' : 'inbox.linked.asks')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate(kept ? 'shell.close' : 'crud.cancel')}</Button>
          {!kept && (
            <Button
              variant="contained"
              color="primary"
              aria-busy={isPending}
              disabled={isPending}
              onClick={() => mutate()}
            >
              {translate('inbox.linked.undo')}
            </Button>
          )}
        </>
      }
    >
      {error && <InlineError error={error} />}
      {kept && <p role="alert">{translate('inbox.linked.kept', { smart_count: kept.length })}</p>}
      <ul className={css.undo}>
        {switches
          .filter(({ id }) => !kept || kept.some((one) => one.id === id))
          .map((one) => (
            <li key={one.id}>
              <b>{one.device_name}</b> {one.node_name}
              <span>
                {kept
                  ? kept.find(({ id }) => id === one.id)?.reason || '—'
                  : switchWords({ node: one.node, before: one.after, after: one.before ?? one.after }, translate)}
              </span>
            </li>
          ))}
      </ul>
      {!kept && <p className={css.quiet}>{translate('inbox.linked.hint')}</p>}
    </Dialog>
  )
}
