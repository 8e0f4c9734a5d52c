import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { deviceHistory } from '../../../dataProvider/history.ts'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { mayRead } from '../../../resources/reads.ts'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import type { Zone } from '../../chart/zones.ts'
import { numberText } from '../../live/nodeValue.ts'
import { Skeleton, useCaller } from '../../ui/index.ts'
import { historyNodes } from '../history/nodeLines.ts'
import { LevelBadge } from './badges.tsx'
import './dialogs.css'

const HOUR = 3_600_000

/** What an alarm is about: its words, its device and rule, and the curve around it, where the platform says which one. */
export function AlarmFacts({ record, zone }: { record: AlarmRecord; zone: Zone }) {
  const translate = useTranslate()
  const seesHistory = mayRead(useCaller(), 'history')
  const facts = [
    [translate('alarms.device'), record.deviceName],
    [translate('alarms.node'), record.nodeName],
    [translate('alarms.rule'), record.rule],
  ] as const
  return (
    <section className="alarms-facts" data-level={record.level ?? undefined}>
      <header>
        <LevelBadge level={record.level} />
        <b>{record.message || record.threshold}</b>
        <time dateTime={new Date(record.at).toISOString()}>{zone.full(record.at)}</time>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{translate('alarms.value')}</dt>
          <dd className="alarms-value" data-open={record.lasting || undefined}>
            {record.value === null ? '—' : numberText(record.value)}
          </dd>
        </div>
      </dl>
      {seesHistory && record.device !== null && record.nodemap !== null && <Curve record={record} device={record.device} nodemap={record.nodemap} zone={zone} />}
    </section>
  )
}

function Curve({ record, device, nodemap, zone }: { record: AlarmRecord; device: number; nodemap: number; zone: Zone }) {
  const translate = useTranslate()
  const opensHistory = mayOpen(useCaller(), '2-2')
  const [now] = useState(Date.now)
  const whole = useMemo(() => ({ from: record.at - 5 * HOUR, to: Math.min((record.recoveredAt ?? record.at) + HOUR, now) }), [record, now])
  const [range, setRange] = useState(whole)
  const { data, isPending } = useQuery({ queryKey: ['history', device, whole.from, whole.to], queryFn: ({ signal }) => deviceHistory(device, { ...whole, points: 800, signal }), retry: false, staleTime: 60_000 })
  const nodes = useMemo(() => historyNodes(data ?? []).filter(({ id }) => id === nodemap), [data, nodemap])
  const line = nodes[0]?.line
  if (isPending) return <Skeleton height={150} />
  // The curve only explains: without one the alarm is handled all the same.
  if (!line || line.times.length === 0) return null
  return (
    <>
      <TimeSeries label={`${record.deviceName} ${line.label}`} lines={[line]} zone={zone} whole={whole} range={range} onRange={setRange} height={130} episodes={[{ from: record.at, to: record.recoveredAt ?? whole.to, label: record.threshold }]} />
      {opensHistory && (
        <Link className="alarms-curve" to={`/monitor/history?devices=${device}&day=${zone.day(record.at)}&ask=1&zoom=${record.at - HOUR}-${record.at + HOUR}&node=${nodemap}`}>
          <ChartLine size={14} aria-hidden />
          {translate('alarms.curve')}
        </Link>
      )}
    </>
  )
}
