import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { reportState } from '../../../dataProvider/calls/north.ts'
import { formatFullTime } from '../../admin/fields/formats.ts'
import { InlineError, Skeleton, StatusMark } from '../../kit/index.ts'
import css from './north.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { useZone } from '../../kit/hooks/useZone.ts'

/** Polling interval of the connection, ms. */
const POLL_INTERVAL_MS = 3000

/** Connection of an HJ 212 interface, frames that wait for an acknowledgement, and the last frames. */
export function Reports({ id }: { id: number }) {
  const zone = useZone()
  const translate = useTranslate()
  const { data, error, refetch } = useQuery({
    queryKey: ['reportState', id],
    queryFn: ({ signal }) => reportState(id, signal),
    retry: false,
    refetchInterval: POLL_INTERVAL_MS,
  })
  // After a failure, the state as it was last read.
  const status = error ? 'stale' : data?.up ? 'online' : 'offline'
  return (
    <section aria-label={translate('north.connection')}>
      <h3>{translate('north.connection')}</h3>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {!data ? (
        !error && <Skeleton width="60%" height={20} />
      ) : (
        <>
          <p className={css.result} role="status">
            <span className={fieldsCss.cellState} data-part="state" data-status={status}>
              <StatusMark status={status} />
              {translate(data.up ? 'north.up' : 'north.down')}
            </span>
            {data.since !== null && <span>{translate('north.since', { time: formatFullTime(data.since, zone) })}</span>}
          </p>
          <p className={css.hint}>
            {translate('north.waiting', data.waiting)}
            {data.dropped > 0 && ` · ${translate('north.dropped', { count: data.dropped })}`}
          </p>
          {data.frames.length > 0 && (
            <div
              className={clsx(css.document, css.frames)}
              role="textbox"
              aria-readonly
              aria-multiline
              tabIndex={0}
              aria-label={translate('north.frames')}
            >
              {data.frames
                .map(({ t, out, text }) => `${formatFullTime(t, zone)} ${out ? '→' : '←'} ${text}`)
                .join('\n')}
            </div>
          )}
        </>
      )}
    </section>
  )
}
