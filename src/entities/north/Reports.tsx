import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { reportState } from '../../../dataProvider/north.ts'
import { formatFullTime } from '../../admin/fields/formats.ts'
import { InlineError, Skeleton, StatusMark } from '../../kit/index.ts'

/** How often the connection is looked at, ms. */
const LOOK = 3000

/** The connection of an interface of HJ 212, what waits to be acknowledged, and the last frames. */
export function Reports({ id }: { id: number }) {
  const translate = useTranslate()
  const { data, error, refetch } = useQuery({
    queryKey: ['reportState', id],
    queryFn: ({ signal }) => reportState(id, signal),
    retry: false,
    refetchInterval: LOOK,
  })
  const status = data?.up ? 'online' : 'offline'
  return (
    <section aria-label={translate('north.connection')}>
      <h3>{translate('north.connection')}</h3>
      {error && !data ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="60%" height={20} />
      ) : (
        <>
          <p className="north-result" role="status">
            <span className="cell-state" data-status={status}>
              <StatusMark status={status} />
              {translate(data.up ? 'north.up' : 'north.down')}
            </span>
            {data.since !== null && <span>{translate('north.since', { time: formatFullTime(data.since) })}</span>}
          </p>
          <p className="north-hint">
            {translate('north.waiting', data.waiting)}
            {data.dropped > 0 && ` · ${translate('north.dropped', { count: data.dropped })}`}
          </p>
          {data.frames.length > 0 && (
            <div
              className="north-document north-frames"
              role="textbox"
              aria-readonly
              aria-multiline
              tabIndex={0}
              aria-label={translate('north.frames')}
            >
              {data.frames.map(({ t, out, text }) => `${formatFullTime(t)} ${out ? '→' : '←'} ${text}`).join('\n')}
            </div>
          )}
        </>
      )}
    </section>
  )
}
