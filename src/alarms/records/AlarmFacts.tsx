import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { deviceHistory } from '../../../dataProvider/calls/history.ts'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { mayRead } from '../../../resources/reads.ts'
import type { Range } from '../../chart/model.ts'
import { useZone } from '../../chart/useZone.ts'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { HISTORY_KEY } from '../../../resources/pageKeys.ts'
import { ChartSkeleton, useCaller } from '../../kit/index.ts'
import { historyNodes, type HistoryNode } from '../../history/panel/nodeLines.ts'
import { usePositions } from '../../history/usePositions.ts'
import { useMarks } from '../../history/panel/useMarks.ts'
import { isKnownActive, LevelBadge, Measured } from './badges.tsx'
import css from './dialogs.module.css'
import alarmsCss from './alarms.module.css'

/**
 * What an alarm is about: its message, device and rule, and, where the platform names the node, the curve around it.
 */
export function AlarmFacts({ record }: { record: AlarmRecord }) {
  const zone = useZone()
  const translate = useTranslate()
  const around = useAround(record)
  const unit = record.unit || (around.node?.line.unit ?? '')
  const facts = [
    [translate('alarms.device'), record.deviceName],
    [translate('alarms.node'), record.nodeName],
    [translate('alarms.rule'), record.rule],
  ] as const
  return (
    <section className={css.facts} data-level={record.level ?? undefined}>
      <header>
        <LevelBadge level={record.level} />
        <b>{record.message || record.threshold}</b>
        <time dateTime={new Date(record.at).toISOString()}>{zone.full(record.at)}</time>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
        <div>
          <dt>{translate('alarms.value')}</dt>
          <dd className={alarmsCss.value} data-open={isKnownActive(record) || undefined}>
            <Measured record={{ value: record.value, unit }} />
          </dd>
        </div>
        {record.noDataSince !== null && (
          <div>
            <dt>{translate('alarms.lastData')}</dt>
            <dd>{zone.full(record.noDataSince)}</dd>
          </div>
        )}
      </dl>
      {around.pending && <ChartSkeleton height={150} />}
      {/* The curve is only an explanation: an alarm is handled without it as well. */}
      {around.node && around.node.line.times.length > 0 && record.device !== null && (
        <Curve record={record} device={record.device} node={around.node} whole={around.whole} zone={zone} />
      )}
    </section>
  )
}

/** Returns the node's history in the hours around an alarm, for callers who may read it. */
function useAround({ device, nodemap, at, recoveredAt }: AlarmRecord): {
  node: HistoryNode | undefined
  whole: Range
  pending: boolean
} {
  const [now] = useState(Date.now)
  const whole = useMemo(
    () => ({ from: at - 5 * HOUR, to: Math.min((recoveredAt ?? at) + HOUR, now) }),
    [at, recoveredAt, now],
  )
  const positions = usePositions()
  const enabled = mayRead(useCaller(), 'history') && device !== null && nodemap !== null
  const { data, isPending } = useQuery({
    queryKey: ['history', device, whole.from, whole.to],
    queryFn: ({ signal }) => deviceHistory(device ?? 0, { ...whole, points: 800, signal }),
    enabled,
    retry: false,
    staleTime: 60_000,
  })
  return {
    node: useMemo(
      () => historyNodes(data ?? [], positions).find(({ id }) => id === nodemap),
      [data, nodemap, positions],
    ),
    whole,
    pending: enabled && isPending,
  }
}

function Curve({
  record,
  device,
  node,
  whole,
  zone,
}: {
  record: AlarmRecord
  device: number
  node: HistoryNode
  whole: Range
  zone: Zone
}) {
  const translate = useTranslate()
  const opensHistory = mayOpen(useCaller(), HISTORY_KEY)
  const [range, setRange] = useState(whole)
  const { limits } = useMarks(
    device,
    whole,
    useMemo(() => [node], [node]),
    true,
  )
  return (
    <>
      <TimeSeries
        label={`${record.deviceName} ${node.line.label}`}
        lines={[node.line]}
        zone={zone}
        fullRange={whole}
        range={range}
        onRange={setRange}
        height={130}
        limits={limits}
        episodes={[{ from: record.at, to: record.recoveredAt ?? whole.to, label: record.threshold }]}
      />
      {opensHistory && (
        <Link
          className={css.curve}
          to={`/monitor/history?devices=${device}&day=${zone.day(record.at)}&zoom=${record.at - HOUR}-${record.at + HOUR}&node=${node.id}`}
        >
          <ChartLine size={14} aria-hidden />
          {translate('alarms.curve')}
        </Link>
      )}
    </>
  )
}
