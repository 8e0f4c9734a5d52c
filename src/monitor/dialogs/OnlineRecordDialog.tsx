import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Wifi, WifiOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import { deviceOnlineRecord, type OnlineRecord } from '../../../dataProvider/calls.ts'
import { Dialog, Badge, EmptyState, InlineError, Segment } from '../../kit/index.ts'
import { RowsSkeleton } from '../../kit/states/RowsSkeleton.tsx'
import { DisplayContext } from '../../live/display.ts'
import controlsCss from '../../kit/controls.module.css'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import { useDialogParam } from './openDialog.ts'
import css from './dialogs.module.css'

/** Choices for the number of records shown (spec 1 §9); the first is the default. */
const COUNTS = ['20', '40', '60'] as const

/** When a device went online and offline (spec 1 §2.7): a narrow timeline, and each record below it. */
export default function OnlineRecordDialog({ device, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  const [count, setCount] = useDialogParam('count', COUNTS)
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['live', 'onlineRecord', device.id, count],
    queryFn: ({ signal }) => deviceOnlineRecord(device.id, counts[count], signal),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Dialog title={`${translate('deviceDialogs.name.record')} · ${device.name}`} width={560} onClose={onClose}>
      <div className={css.tools}>
        <Segment
          label={translate('deviceDialogs.record.count')}
          value={count}
          onChange={setCount}
          options={COUNTS.map((value) => ({
            value,
            label: translate('deviceDialogs.record.last', { count: Number(value) }),
          }))}
        />
      </div>
      {error !== null && <InlineError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton height={40} rows={6} />}
      {data?.length === 0 && <EmptyState title={translate('deviceDialogs.record.none')} />}
      {data !== undefined && data.length > 0 && (
        <div aria-busy={isFetching}>
          <Timeline spans={spansOf(data, dataUpdatedAt)} />
          <table className={clsx(controlsCss.table, css.record)}>
            <thead>
              <tr>
                <th scope="col">{translate('deviceDialogs.record.time')}</th>
                <th scope="col">{translate('deviceDialogs.record.state')}</th>
              </tr>
            </thead>
            <tbody>
              {data.slice(0, counts[count]).map(({ time, online }, at) => (
                <tr key={`${time} ${at}`}>
                  <td>{zone.full(time)}</td>
                  <td>
                    <Badge
                      tone={online ? 'online' : 'offline'}
                      icon={online ? <Wifi aria-hidden /> : <WifiOff aria-hidden />}
                    >
                      {translate(online ? 'shell.status.online' : 'shell.status.offline')}
                    </Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

/** Online is drawn as a bar, offline as a thin line: colour is not the only difference. */
function Timeline({ spans }: { spans: readonly Span[] }) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  const [first, last] = [spans[0], spans.at(-1)]
  const part = onlinePart(spans)
  if (first === undefined || last === undefined || part === null) return null
  const percent = (part * 100).toFixed(1)
  return (
    <figure className={css.line}>
      <div role="img" aria-label={translate('deviceDialogs.record.share', { percent })}>
        {spans.map(({ from, to, online }) => (
          <i
            key={from}
            data-online={online}
            title={`${zone.full(from)} – ${zone.full(to)}`}
            style={{ flexGrow: to - from }}
          />
        ))}
      </div>
      <figcaption>
        <span>{zone.short(first.from, last.to)}</span>
        <span>{translate('deviceDialogs.record.share', { percent })}</span>
        <span>{translate('deviceDialogs.record.now')}</span>
      </figcaption>
    </figure>
  )
}

const counts = { 20: 20, 40: 40, 60: 60 } as const

/** A span of time in one state; ms since the epoch. */
interface Span {
  from: number
  to: number
  online: boolean
}

/**
 * Returns the spans between records (newest first) up to `now`, oldest first; adjacent spans of the same state are
 * merged.
 */
function spansOf(records: readonly OnlineRecord[], now: number): Span[] {
  const spans: Span[] = []
  const oldest = records.toSorted((a, b) => a.time - b.time)
  for (const [at, { time, online }] of oldest.entries()) {
    const to = Math.max(time, oldest[at + 1]?.time ?? now)
    const last = spans.at(-1)
    if (last?.online === online) last.to = to
    else spans.push({ from: time, to, online })
  }
  return spans
}

/** Returns the share of the time that was online, 0 to 1; null if nothing is known. */
function onlinePart(spans: readonly Span[]): number | null {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined || last.to <= first.from) return null
  return spans.reduce((sum, { from, to, online }) => sum + (online ? to - from : 0), 0) / (last.to - first.from)
}
