import { Button, DialogActions, DialogContent } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import { channelResults, testChannel, type ChannelResult } from '../../../dataProvider/calls/alarmChannels.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { formatFullTime } from '../../admin/fields/formats.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Badge, Dialog, InlineError, TextSkeleton, type BadgeTone } from '../../kit/index.ts'
import { SendAgain } from '../SendAgain.tsx'
import { PushOptIn } from './PushOptIn.tsx'
import { TestOutcome } from './TestOutcome.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'
import { useZone } from '../../kit/hooks/useZone.ts'

/**
 * Sends a test message to a channel, shows the answer and the results of the last messages; messages that were given up
 * can be sent again.
 */
export default function ChannelDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useLateWords('channels')
  const pick = useLabel()
  const record = useGetOne<Row>(resource.path, { id }, { retry: false })
  const results = useQuery({
    queryKey: [resource.path, 'results', id],
    queryFn: ({ signal }) => channelResults(id, signal),
    retry: false,
  })
  const test = useMutation({ mutationFn: () => testChannel(id) })
  if (record.error instanceof WireError && record.error.status === 404)
    return <MissingDialog resource={resource} onClose={onClose} />
  const isPush = Number(record.data?.['kind']) === CHANNEL_KIND.push
  return (
    <Dialog
      title={pick(label)}
      named={record.data && titleOf(resource, record.data)}
      width={620}
      onClose={onClose}
      framed
    >
      <DialogContent className={css.body}>
        {isPush && <PushOptIn />}
        <section aria-label={translate('channels.test')}>
          <h3>{translate('channels.test')}</h3>
          <p className={css.hint}>{translate('channels.hint')}</p>
          <TestOutcome test={test} />
        </section>
        <section aria-label={translate('channels.last')}>
          <h3>{translate('channels.last')}</h3>
          {results.error ? (
            <InlineError error={results.error} onRetry={() => void results.refetch()} />
          ) : results.data === undefined ? (
            <TextSkeleton />
          ) : results.data.length === 0 ? (
            <p className={css.hint}>{translate('channels.none')}</p>
          ) : (
            <ul className={css.results}>
              {results.data.map((result) => (
                <Result key={result.id} result={result} onAsked={() => results.refetch()} />
              ))}
            </ul>
          )}
        </section>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void results.refetch()}>{translate('channels.refresh')}</Button>
        <Button variant="contained" color="primary" loading={test.isPending} onClick={() => test.mutate()}>
          {translate('channels.send')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const tones: Record<ChannelResult['state'], BadgeTone> = { sent: 'online', waiting: 'neutral', failed: 'alarm' }

interface ResultProps {
  result: ChannelResult
  /** Called once a message was requested to be sent again. */
  onAsked: () => unknown
}

function Result({ result: { id, at, text, state, attempts, next, explained, again }, onAsked }: ResultProps) {
  const zone = useZone()
  const translate = useLateWords('channels')
  const [title = ''] = text.split('\n')
  return (
    <li>
      <Badge tone={tones[state]}>{translate(`channels.state.${state}`)}</Badge>
      <div>
        <span title={text}>{title}</span>
        <p className={css.hint}>
          {formatFullTime(at, zone)}
          {attempts > 1 && ` · ${translate('channels.attempts', { count: attempts })}`}
          {next !== null && ` · ${translate('channels.next', { time: formatFullTime(next, zone) })}`}
          {explained && ` · ${explained}`}
        </p>
        {again && <SendAgain id={id} name={title} onAsked={onAsked} />}
      </div>
    </li>
  )
}
