import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { NodeSpan } from '../../dataProvider/calls/quality.ts'
import { deviceHistory } from '../../dataProvider/calls/history.ts'
import { DAY, HOUR, type Zone } from '../../resources/kit/zone.ts'
import { TimeSeries } from '../chart/TimeSeries.tsx'
import { apartOfNodes, historyNodes } from '../history/panel/nodeLines.ts'
import { usePositions } from '../history/usePositions.ts'
import { ChartSkeleton, EmptyState, InlineError } from '../kit/index.ts'

const POINTS = 1600
/** Longest history per request. */
const MAX_SPAN_MS = 31 * DAY

/** The values of a span, with some hours on both sides; flagged values are drawn apart. */
export default function SpanCurve({ span, zone }: { span: NodeSpan; zone: Zone }) {
  const translate = useTranslate()
  const positions = usePositions()
  const full = useMemo(() => {
    const beside = Math.min(2 * HOUR, (MAX_SPAN_MS - (span.to - span.from)) / 2)
    return { from: span.from - beside, to: Math.max(span.to + beside, span.from + 4 * HOUR) }
  }, [span])
  const [range, setRange] = useState(full)
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'span', span.device, full.from, full.to],
    queryFn: ({ signal }) => deviceHistory(span.device, { ...full, points: POINTS, signal }),
    retry: false,
  })
  const node = useMemo(
    () => historyNodes(data ?? [], positions).find(({ id }) => id === span.nodemap),
    [data, positions, span.nodemap],
  )
  const lines = useMemo(() => (node ? [node.line] : []), [node])
  const apart = useMemo(() => (node ? apartOfNodes([node]) : []), [node])
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />
  if (!data) return <ChartSkeleton height={220} />
  if (!node) return <EmptyState title={translate('chart.noData')} />
  return (
    <TimeSeries
      label={`${span.deviceName} ${span.alias}`}
      lines={lines}
      apart={apart}
      zone={zone}
      fullRange={full}
      range={range}
      onRange={setRange}
      height={220}
    />
  )
}
