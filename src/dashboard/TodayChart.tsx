import { Button } from '@mui/material'
import { RotateCcw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, useState, useLayoutEffect, useRef, type RefObject } from 'react'
import type { EvidenceValue } from '../../dataProvider/calls/evidenceValues.ts'
import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import type { Range, Line } from '../chart/model.ts'
import { TimeSeries } from '../chart/TimeSeries.tsx'
import type { Zone } from '../../resources/kit/zone.ts'
import { useClock } from '../live/useClock.ts'
import { ChartSkeleton, EmptyState, InlineError } from '../kit/index.ts'
import { NodeChips } from '../history/panel/NodeTotals.tsx'
import { useDeviceHistory } from '../history/panel/useDeviceHistory.ts'
import { useMarks } from '../history/panel/useMarks.ts'
import { useShownNodes } from '../history/panel/useShownNodes.ts'
import { apartOfNodes, drawnValues } from '../history/panel/nodeLines.ts'
import css from './live.module.css'

/**
 * Today, a calendar day of the platform's zone, as lines with limits and alarms; between two reads of the history the
 * lines grow by the latest values.
 */
export default function TodayChart({ device, zone }: { device: DeviceState; zone: Zone }) {
  const translate = useTranslate()
  const now = useClock(60_000)
  const today = zone.day(now)
  const whole = useMemo(() => zone.rangeOf(today), [zone, today])
  // A zoom belongs to its day.
  const [zoom, setZoom] = useState<{ day: string; range: Range } | null>(null)
  const range = zoom?.day === today ? zoom.range : whole
  const history = useDeviceHistory(device.id, whole, range, true)
  const { shownIds, toggle } = useShownNodes(history.nodes)
  const shown = useMemo(() => history.nodes.filter(({ id }) => shownIds.has(id)), [history.nodes, shownIds])
  const marks = useMarks(device.id, whole, shown, history.loaded)
  const apart = useMemo(() => apartOfNodes(shown), [shown])
  const drawn = useMemo(
    () => shown.map(({ line, beside }) => withLatest(line, device.nodes, beside)),
    [shown, device.nodes],
  )
  const [box, height] = useHeight(240)
  const zoomed = range.from > whole.from || range.to < whole.to
  const empty =
    history.loaded && history.nodes.every(({ line, beside }) => line.times.length === 0 && beside.length === 0)
  return (
    <div className={css.today} aria-busy={history.loading}>
      <div className={css.todayHead}>
        <h3>{translate('dashboard.today')}</h3>
        <span className={css.todaySpan}>{`${today.slice(5)} 00:00 – ${zone.clock(now, false)}`}</span>
        {zoomed && (
          <Button size="small" onClick={() => setZoom(null)}>
            <RotateCcw size={14} aria-hidden />
            {translate('chart.whole')}
          </Button>
        )}
        {history.loaded && !empty && <NodeChips nodes={history.nodes} shownIds={shownIds} onToggle={toggle} />}
      </div>
      <div className={css.todayPlot} ref={box}>
        {history.error ? (
          <InlineError error={history.error} onRetry={history.retry} />
        ) : !history.loaded ? (
          <ChartSkeleton />
        ) : empty ? (
          <EmptyState title={translate('chart.noData')} hint={translate('dashboard.todayHint')} />
        ) : (
          <TimeSeries
            label={translate('dashboard.todayOf', { name: device.name })}
            lines={drawn}
            zone={zone}
            fullRange={whole}
            range={range}
            onRange={(next) => setZoom({ day: today, range: next })}
            height={height}
            limits={marks.limits}
            episodes={marks.episodes}
            apart={apart}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Returns the height of an element, px in steps of eight, so that a chart in it is not rebuilt with every pixel; at
 * least `least`.
 */
function useHeight(least: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(least)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setHeight(Math.max(least, Math.floor((element.clientHeight - UNIT) / 8) * 8))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [least])
  return [box, height]
}

/** Height of the line above the plot with the unit, px. */
const UNIT = 18

/**
 * Appends the node's latest value to a line, if it is newer than the history. While the newest value of the history is
 * flagged, nothing is appended until the history is read again.
 */
export function withLatest(line: Line, nodes: readonly NodeState[], beside: readonly EvidenceValue[] = []): Line {
  const last = line.times.at(-1) ?? 0
  if (beside.some(({ kind, at }) => at > last && (kind === 'suspect' || kind === 'fail'))) return line
  const node = nodes.find(({ id }) => String(id) === line.key)
  if (node === undefined || node.value === null || node.at === null || node.at <= last || line.times.length === 0)
    return line
  const [value] = drawnValues(node, [node.value])
  return value === undefined ? line : { ...line, times: [...line.times, node.at], values: [...line.values, value] }
}
