import { Download, ImageDown, RotateCcw, Table2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import type { Range } from '../../chart/model.ts'
import type { PlotHandle } from '../../chart/Plot.tsx'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import type { Zone } from '../../chart/zones.ts'
import { download } from '../../ui/csv.ts'
import { EmptyState } from '../../ui/index.ts'
import { DataTable } from '../history/DataTable.tsx'
import '../history/answers.css'
import '../history/history.css'
import { shown } from '../history/nodeLines.ts'
import { historyCsv } from '../history/tableRows.ts'
import type { NamedItem } from './useItems.ts'

interface ComparedChartProps {
  items: readonly NamedItem[]
  samples: readonly { times: number[]; values: number[] }[]
  zone: Zone
  whole: Range
  loading: boolean
  name: string
}

/** The compared lines. One axis has one unit: where units differ, one chart a unit stands below the other, their cross-hairs linked. */
export function ComparedChart({ items, samples, zone, whole, loading, name }: ComparedChartProps) {
  const translate = useTranslate()
  const [range, setRange] = useState(whole)
  const [table, setTable] = useState(false)
  const plot = useRef<PlotHandle>(null)
  const nodes = useMemo(
    () =>
      items.map((item, index) => {
        const { times, values } = samples[index] ?? { times: [], values: [] }
        const drawn = shown(item, values)
        const line = { key: item.key, label: `${item.deviceName} ${item.alias}`, unit: item.unit, color: item.color, times: drawn.length === times.length ? times : [], values: drawn }
        return { id: index, line, min: '', max: '', avg: '', drawable: true }
      }),
    [items, samples],
  )
  const lines = nodes.map(({ line }) => line)
  const units = [...new Set(lines.map(({ unit }) => unit))]
  if (lines.every(({ times }) => times.length === 0)) return <EmptyState title={translate('chart.noData')} hint={translate('compare.emptyHint')} />
  return (
    <div className="compare-charts" aria-busy={loading}>
      <div className="history-tools">
        <span className="history-tools-end">
          {(range.from > whole.from || range.to < whole.to) && (
            <button type="button" className="ui-button" onClick={() => setRange(whole)}>
              <RotateCcw size={14} aria-hidden />
              {translate('history.whole')}
            </button>
          )}
          <button type="button" className="ui-button" aria-pressed={table} onClick={() => setTable(!table)}>
            <Table2 size={14} aria-hidden />
            {translate('history.table')}
          </button>
          <button type="button" className="ui-button" onClick={() => void plot.current?.png().then((picture) => picture && download(`${name}.png`, picture))}>
            <ImageDown size={14} aria-hidden />
            PNG
          </button>
          <button type="button" className="ui-button" onClick={() => download(`${name}.csv`, historyCsv(lines, translate('history.time'), zone))}>
            <Download size={14} aria-hidden />
            {translate('history.csv')}
          </button>
        </span>
      </div>
      {units.map((unit, index) => (
        <figure key={unit} className="compare-unit">
          <TimeSeries ref={index === 0 ? plot : undefined} label={`${name} ${unit}`.trim()} lines={lines.filter((line) => line.unit === unit)} zone={zone} whole={whole} range={range} onRange={setRange} height={units.length > 1 ? 220 : 380} syncKey="compare" />
        </figure>
      ))}
      {table && <DataTable label={name} nodes={nodes} zone={zone} loading={false} />}
    </div>
  )
}
