import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { platformNow } from '../../dataProvider/clock.ts'
import { deviceOnlineRecord, type OnlineRecord } from '../../dataProvider/calls.ts'
import { qualityRates } from '../../dataProvider/calls/oneDevice.ts'
import { mayRead } from '../../resources/reads.ts'
import { DAY, HOUR, type Zone } from '../../resources/kit/zone.ts'
import type { Range } from '../chart/model.ts'
import { RateRows } from '../environment/RateRows.tsx'
import { TextSkeleton, useCaller, useExtensions } from '../kit/index.ts'
import { useClock } from '../live/useClock.ts'
import { Answer, Card } from './Card.tsx'
import css from './devicePage.module.css'

/** Number of cells of the strip: 20 minutes each. */
const CELLS = 72

interface TrustProps {
  device: number
  online: boolean | null
  zone: Zone
  /** Gaps of the device, from its curves; null if the curves do not cover the last day. */
  gaps: readonly Range[] | null
}

/**
 * How reliable the device is: online, silent and offline times of the last day, and the rates of data received, in time
 * and valid.
 */
export function Trust({ device, online, zone, gaps }: TrustProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const now = useClock(60_000)
  const seesRecord = mayRead(caller, 'onlineRecord')
  const seesRates = useExtensions()?.has('quality') === true && mayRead(caller, 'history')
  const record = useQuery({
    queryKey: ['live', 'onlineRecord', device, 'strip'],
    queryFn: ({ signal }) => deviceOnlineRecord(device, 60, signal),
    enabled: seesRecord,
    refetchInterval: 60_000,
    retry: false,
  })
  const month = zone.startOf(`${zone.day(now).slice(0, 7)}-01`)
  const rates = useQuery({
    queryKey: ['quality', 'device', device, month],
    queryFn: async ({ signal }) => ({
      rates: await qualityRates({ deviceid: device }, { from: month, to: platformNow() }, signal),
    }),
    enabled: seesRates,
    staleTime: 300_000,
    retry: false,
  })
  if (!seesRecord && !seesRates) return null
  const off = record.data && offlineOf(record.data, { from: now - DAY, to: now }, online)
  const lost = off?.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
  return (
    <Card
      id="quality"
      title={translate('devicePage.trust')}
      beside={
        off === null
          ? translate('shell.status.unknown')
          : off &&
            (off.length === 0
              ? translate('devicePage.noBreaks')
              : translate('devicePage.breaks', { smart_count: off.length, time: hoursText(lost) }))
      }
    >
      {seesRecord && (
        <Answer query={record}>{() => off && <Strip now={now} off={off} gaps={gaps} zone={zone} />}</Answer>
      )}
      {seesRates && (
        <Suspense fallback={<TextSkeleton />}>
          <Answer query={rates}>{({ rates: found }) => <RateRows rates={found} />}</Answer>
        </Suspense>
      )}
    </Card>
  )
}

/** Formats hours with one decimal; minutes below one hour. */
const hoursText = (time: number): string =>
  time < HOUR ? `${Math.max(1, Math.round(time / 60_000))} min` : `${(time / HOUR).toFixed(1).replace(/\.0$/, '')} h`

/**
 * Returns when a device was offline within a range, from its record (newest first). Before the oldest entry it had the
 * opposite state. Null: unknown, since there is no entry and the platform does not report the current state.
 */
export function offlineOf(
  record: readonly OnlineRecord[],
  { from, to }: Range,
  online: boolean | null,
): Range[] | null {
  const entries = record.toSorted((a, b) => a.time - b.time)
  const first = entries[0]?.online
  const before = first === undefined ? online : !first
  if (before === null) return null
  const spans: Range[] = []
  let [start, state] = [from, before]
  for (const { time, online: next } of entries) {
    if (!state && time > start && time > from) spans.push({ from: Math.max(start, from), to: Math.min(time, to) })
    ;[start, state] = [time, next]
  }
  if (!state && start < to) spans.push({ from: Math.max(start, from), to })
  return spans.filter((span) => span.to > span.from)
}

type Cell = 'online' | 'silent' | 'offline'

interface StripProps extends Pick<TrustProps, 'gaps' | 'zone'> {
  now: number
  off: readonly Range[]
}

/** The last day in cells of 20 minutes: online, online without data where that is known, offline. */
function Strip({ now, off, gaps, zone }: StripProps) {
  const translate = useTranslate()
  const states: readonly Cell[] = gaps === null ? STATES.filter((state) => state !== 'silent') : STATES
  const length = DAY / CELLS
  const cells = Array.from({ length: CELLS }, (_, index): { from: number; state: Cell } => {
    const from = now - DAY + index * length
    const covers = (ranges: readonly Range[]) =>
      ranges.reduce(
        (sum, range) => sum + Math.max(0, Math.min(range.to, from + length) - Math.max(range.from, from)),
        0,
      ) >
      length / 2
    return { from, state: covers(off) ? 'offline' : covers(gaps ?? []) ? 'silent' : 'online' }
  })
  const share = (state: Cell) => Math.round((cells.filter((cell) => cell.state === state).length / CELLS) * 100)
  const words = states
    .map((state) => `${translate(`devicePage.strip.${state}`)} ${share(state)} %`)
    .join(translate('crud.comma'))
  return (
    <figure className={css.strip}>
      <div role="img" aria-label={words}>
        {cells.map(({ from, state }) => (
          <i
            key={from}
            data-state={state}
            title={`${zone.clock(from, false)} ${translate(`devicePage.strip.${state}`)}`}
          />
        ))}
      </div>
      <figcaption className={css.legend}>
        {states.map((state) => (
          <span key={state}>
            <i data-state={state} aria-hidden="true" />
            {translate(`devicePage.strip.${state}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

const STATES = ['online', 'silent', 'offline'] as const
