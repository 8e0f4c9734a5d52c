import { useTranslate } from 'react-admin'
import { RangeTools } from '../chart/RangeTools.tsx'
import { TimeSeries } from '../chart/TimeSeries.tsx'
import type { Zone } from '../../resources/kit/zone.ts'
import { EmptyState, InlineError } from '../kit/index.ts'
import { BesideList } from './BesideList.tsx'
import { DataTable } from './DataTable.tsx'
import { LEAST } from './heights.ts'
import { NodeChips, NodeTotals } from './NodeTotals.tsx'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import type { HistoryPanelState } from './usePanel.ts'
import css from './answers.module.css'

interface PanelBodyProps {
  panel: HistoryPanelState
  zone: Zone
  syncKey?: string | null
  ends?: readonly [number, number] | null
  /** Of the chart; else as high as the totals beside it. */
  height?: number
}

/** A device's lines with what moves them, the totals of its nodes and, where wanted, all its samples. */
export function PanelBody({ panel, zone, syncKey = null, ends = null, height }: PanelBodyProps) {
  const translate = useTranslate()
  const {
    device,
    fullRange,
    range,
    onRange,
    plot,
    table,
    history,
    shownIds,
    lines,
    toggle,
    limits,
    episodes,
    bands,
    apart,
    samples,
    empty,
  } = panel
  const high = height ?? Math.min(420, Math.max(LEAST, 34 * (history.nodes.length + 1) - 30))
  const drawable = history.nodes.some((node) => node.drawable)
  if (history.error) return <InlineError error={history.error} onRetry={history.retry} />
  if (!history.loaded) return <PanelSkeleton height={high} />
  if (empty) return <EmptyState title={translate('chart.noData')} hint={translate('history.emptyHint')} />
  return (
    <div className={css.body} data-part="history" aria-busy={history.loading}>
      <div className={css.picture}>
        <div>
          <div className={css.tools}>
            <NodeChips nodes={history.nodes} shownIds={shownIds} onToggle={toggle} />
            {drawable && <RangeTools fullRange={fullRange} range={range} onRange={onRange} />}
          </div>
          {drawable ? (
            <TimeSeries
              ref={plot}
              label={device.name}
              lines={lines}
              zone={zone}
              fullRange={fullRange}
              range={range}
              onRange={onRange}
              height={high}
              limits={limits}
              episodes={bands}
              apart={apart}
              syncKey={syncKey}
              ends={ends}
            />
          ) : (
            <EmptyState title={translate('history.words')} hint={translate('history.wordsHint')} />
          )}
        </div>
        <NodeTotals nodes={history.nodes} shownIds={shownIds} />
      </div>
      <BesideList nodes={history.nodes} shownIds={shownIds} zone={zone} />
      {table &&
        (samples.error ? (
          <InlineError error={samples.error} onRetry={() => void samples.load().catch(() => {})} />
        ) : (
          <DataTable
            label={device.name}
            nodes={samples.nodes}
            zone={zone}
            loading={samples.loading}
            episodes={episodes}
            height={window.innerHeight > 900 ? 300 : 200}
          />
        ))}
    </div>
  )
}
