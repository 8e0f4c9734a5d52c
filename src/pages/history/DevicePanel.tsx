import { ChevronDown, ChevronRight, Download, ImageDown, Maximize2, RotateCcw, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'
import type { DeviceName } from '../../../dataProvider/calls.ts'
import type { Range } from '../../chart/model.ts'
import type { PlotHandle } from '../../chart/Plot.tsx'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import type { Zone } from '../../chart/zones.ts'
import { useHold } from '../../live/hold.ts'
import { download } from '../../ui/csv.ts'
import { Dialog, EmptyState, InlineError, messageOf, Skeleton } from '../../ui/index.ts'
import { DataTable } from './DataTable.tsx'
import { historyCsv } from './tableRows.ts'
import { NodeChips, NodeTotals } from './NodeTotals.tsx'
import { useAllSamples } from './useAllSamples.ts'
import { useDeviceHistory } from './useDeviceHistory.ts'
import { useMarks } from './useMarks.ts'
import { useShownNodes } from './useShownNodes.ts'

interface DevicePanelProps {
  device: DeviceName
  area: string | null
  whole: Range
  range: Range
  onRange: (range: Range) => void
  zone: Zone
  open: boolean
  onOpen: (open: boolean) => void
  syncKey: string | null
  ends: readonly [number, number] | null
}

/** One device's answer: chart, least, greatest and mean of each node, all samples as a table or CSV, in a window of its own where asked for. */
export function DevicePanel(props: DevicePanelProps) {
  const { device, area, whole, range, open, onOpen } = props
  const translate = useTranslate()
  const [large, setLarge] = useState(false)
  const body = useId()
  useHold(large)
  const history = useDeviceHistory(device.id, whole, range, open || large)
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <section className="history-panel" aria-label={device.name}>
      <header className="history-panel-head">
        <button type="button" className="history-panel-open" aria-expanded={open} aria-controls={body} onClick={() => onOpen(!open)}>
          <Arrow size={16} strokeWidth={1.75} aria-hidden />
          <b className="ellipsis">{device.name}</b>
          <span className="ellipsis">{[area, history.loaded && translate('history.nodes', { count: history.nodes.length })].filter(Boolean).join(' · ')}</span>
        </button>
        {open && (
          <button type="button" className="ui-icon-button" aria-label={translate('history.large')} title={translate('history.large')} onClick={() => setLarge(true)}>
            <Maximize2 size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      </header>
      {open && (
        <div id={body}>
          <PanelBody {...props} history={history} />
        </div>
      )}
      {large && (
        <Dialog full title={device.name} onClose={() => setLarge(false)}>
          <PanelBody {...props} history={history} height={Math.max(240, window.innerHeight - 420)} syncKey={null} />
        </Dialog>
      )}
    </section>
  )
}

type BodyProps = DevicePanelProps & { history: ReturnType<typeof useDeviceHistory>; height?: number }

export function PanelBody({ device, whole, range, onRange, zone, syncKey, ends, history, height = 180 }: BodyProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const plot = useRef<PlotHandle>(null)
  const [table, setTable] = useState(false)
  const { shown, lines, toggle } = useShownNodes(history.nodes)
  const marks = useMarks(device.id, whole, history.nodes.filter(({ id }) => shown.has(id)), history.loaded)
  const samples = useAllSamples(device.id, whole, table)
  const complain = (error: unknown) => notify(messageOf(error, translate), { type: 'error' })

  if (history.error) return <InlineError error={history.error} onRetry={history.retry} />
  if (!history.loaded) return <Skeleton height={height + 60} />
  if (history.nodes.every(({ line, drawable }) => drawable && line.times.length === 0)) return <EmptyState title={translate('chart.noData')} hint={translate('history.emptyHint')} />
  const zoomed = range.from > whole.from || range.to < whole.to
  const saveCsv = () => samples.load().then((nodes) => download(`${device.name}.csv`, historyCsv(nodes.map(({ line }) => line), translate('history.time'), zone)), complain)
  const savePng = () => plot.current?.png().then((picture) => picture && download(`${device.name}.png`, picture), complain)
  return (
    <div className="history-body" aria-busy={history.loading}>
      <div className="history-tools">
        <NodeChips nodes={history.nodes} shown={shown} onToggle={toggle} />
        <span className="history-tools-end">
          {zoomed && (
            <button type="button" className="ui-button" onClick={() => onRange(whole)}>
              <RotateCcw size={14} aria-hidden />
              {translate('history.whole')}
            </button>
          )}
          <button type="button" className="ui-button" aria-pressed={table} onClick={() => setTable(!table)}>
            <Table2 size={14} aria-hidden />
            {translate('history.table')}
          </button>
          <button type="button" className="ui-button" onClick={() => void savePng()}>
            <ImageDown size={14} aria-hidden />
            PNG
          </button>
          <button type="button" className="ui-button" aria-busy={samples.loading} onClick={() => void saveCsv()}>
            <Download size={14} aria-hidden />
            {translate('history.csv')}
          </button>
        </span>
      </div>
      <div className="history-picture">
        <TimeSeries ref={plot} label={device.name} lines={lines} zone={zone} whole={whole} range={range} onRange={onRange} height={height} limits={marks.limits} episodes={marks.episodes} syncKey={syncKey} ends={ends} />
        <NodeTotals nodes={history.nodes} shown={shown} />
      </div>
      {table && (samples.error ? <InlineError error={samples.error} onRetry={() => void samples.load()} /> : <DataTable label={device.name} nodes={samples.nodes} zone={zone} loading={samples.loading} height={window.innerHeight > 900 ? 300 : 200} />)}
    </div>
  )
}
