import { Button, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { Download, ImageDown, Table2 } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useMemo, useRef, useState } from 'react'
import { axisOf, type Line, type Positions, type Range } from '../chart/model.ts'
import { pngOf } from '../chart/picture.ts'
import type { PlotHandle } from '../chart/Plot.tsx'
import { RangeTools } from '../chart/RangeTools.tsx'
import { TimeSeries } from '../chart/TimeSeries.tsx'
import type { Zone } from '../../resources/kit/zone.ts'
import { download } from '../kit/download.ts'
import { mayRead } from '../../resources/reads.ts'
import { EmptyState, InlineError, messageOf, useCaller } from '../kit/index.ts'
import { DataTable } from '../history/panel/DataTable.tsx'
import { apartOf, drawnValues, shownSamples } from '../history/panel/nodeLines.ts'
import { historyFile } from '../history/panel/historyFile.ts'
import { doubtedCount } from '../history/panel/tableRows.ts'
import { useUpkeep, type UpkeepBand } from '../history/panel/useUpkeep.ts'
import { useFileWords } from '../history/panel/useFileWords.ts'
import { usePositions } from '../history/usePositions.ts'
import { useZoom } from '../history/panel/useZoom.ts'
import answersCss from '../history/panel/answers.module.css'
import { chartHeight } from './chartHeight.ts'
import { useZoomedSamples } from './useZoomedSamples.ts'
import { sharedBands, type ItemClass } from './useItemClasses.ts'
import type { NamedItem } from './useItems.ts'
import { useWholeSamples, type ItemSamples } from './useWholeSamples.ts'
import css from './compare.module.css'

interface ComparedChartProps {
  items: readonly NamedItem[]
  /** As drawn: the platform may have thinned them. */
  samples: readonly ItemSamples[]
  /** In the order of the items. */
  classes: readonly (ItemClass | null)[]
  zone: Zone
  fullRange: Range
  /** The visible part that the address names; null: all. */
  zoom: Range | null
  onZoom: (zoom: Range | null) => void
  loading: boolean
  name: string
}

/**
 * The compared lines. One axis has one unit: with several units there is one chart per unit, and one for switches,
 * below each other, with linked cross-hairs.
 */
export function ComparedChart({
  items,
  samples,
  classes,
  zone,
  fullRange,
  zoom,
  onZoom,
  loading,
  name,
}: ComparedChartProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const words = useFileWords()
  const [range, setRange] = useZoom(zoom, onZoom, fullRange)
  const [table, setTable] = useState(false)
  const plots = useRef(new Map<string, PlotHandle>())
  const positions = usePositions()
  const finer = useZoomedSamples(items, fullRange, range)
  const nodes = useMemo(() => nodesOf(items, samples, positions), [items, samples, positions])
  const whole = useWholeSamples(items, fullRange, samples, table)
  const tableNodes = useMemo(
    () => (table ? nodesOf(items, whole.samples, positions) : []),
    [table, items, whole.samples, positions],
  )
  const lines = useMemo(
    () => nodes.map(({ line }, index) => lineIn(line, items[index], finer?.[index])),
    [nodes, items, finer],
  )
  const apart = useMemo(
    () =>
      items.map((item, index) =>
        apartOf(samples[index]?.beside ?? [], (raw) => drawnValues(item, [raw])[0] ?? null, item.color),
      ),
    [items, samples],
  )
  const upkeep = useItemsUpkeep(items, fullRange)
  const axes = useMemo(
    () =>
      [...new Set(lines.map(axisOf))].map((axis) => ({
        axis,
        lines: lines.filter((line) => axisOf(line) === axis),
        apart: apart.filter((_, index) => lines[index] && axisOf(lines[index]) === axis).flat(),
        upkeep: upkeep.filter(({ device }) =>
          items.some((item, index) => item.device === device && lines[index] && axisOf(lines[index]) === axis),
        ),
        backdrop: {
          classes: sharedBands(classes.filter((_, index) => lines[index] && axisOf(lines[index]) === axis)),
        },
      })),
    [lines, apart, upkeep, items, classes],
  )
  const complain = (failure: unknown) => notify(messageOf(failure, translate), { type: 'error' })
  const save = () =>
    whole.load().then((all) => {
      const judged = nodesOf(items, all, positions).map((node, index) => ({
        ...node,
        judge: classes[index]?.judge ?? null,
        beside: all[index]?.beside ?? [],
        read: (raw: number) => (items[index] && drawnValues(items[index], [raw])[0]) ?? null,
      }))
      const file = whole.thinned ? translate('compare.thinnedFile', { name }) : name
      download(`${file}.csv`, historyFile(judged, words, zone))
      const leftOut = doubtedCount(all)
      if (leftOut.count > 0) notify(translate('history.beside.leftOut', leftOut), { type: 'info' })
    }, complain)
  const titleOf = (drawn: readonly Line[]) => `${name} ${drawn[0]?.unit ?? ''}`.trim()
  const pictures = () =>
    axes.flatMap(({ axis, lines: drawn }) => plots.current.get(axis)?.picture(titleOf(drawn)) ?? [])
  if (nodes.every(({ cells }) => cells.times.length === 0))
    return <EmptyState title={translate('chart.noData')} hint={translate('compare.emptyHint')} />
  const savePng = () => pngOf(pictures()).then((picture) => picture && download(`${name}.png`, picture), complain)
  return (
    <div className={css.charts} aria-busy={loading}>
      <div className={clsx(answersCss.tools, css.chartTools)}>
        <span className={answersCss.toolsEnd}>
          <RangeTools fullRange={fullRange} range={range} onRange={setRange} />
          <Button size="small" className={answersCss.button} aria-pressed={table} onClick={() => setTable(!table)}>
            <Table2 size={14} aria-hidden />
            {translate('history.table')}
          </Button>
          <Tooltip describeChild title={translate('history.png')}>
            <Button size="small" className={answersCss.button} onClick={() => void savePng()}>
              <ImageDown size={14} aria-hidden />
              PNG
            </Button>
          </Tooltip>
          <Tooltip describeChild title={whole.thinned ? translate('compare.thinned') : ''}>
            <Button size="small" className={answersCss.button} aria-busy={whole.loading} onClick={() => void save()}>
              <Download size={14} aria-hidden />
              {translate('history.csv')}
            </Button>
          </Tooltip>
        </span>
      </div>
      {axes.map(({ axis, lines: drawn, apart: doubted, upkeep: under, backdrop }) => (
        <figure key={axis} className={css.unit}>
          <TimeSeries
            ref={(handle) => void (handle ? plots.current.set(axis, handle) : plots.current.delete(axis))}
            label={titleOf(drawn)}
            lines={drawn}
            zone={zone}
            fullRange={fullRange}
            range={range}
            onRange={setRange}
            height={chartHeight(axes.length)}
            episodes={under}
            apart={doubted}
            backdrop={backdrop}
            syncKey="compare"
          />
        </figure>
      ))}
      {table && whole.thinned && <p className={css.thinned}>{translate('compare.thinned')}</p>}
      {table &&
        (whole.error ? (
          <InlineError error={whole.error} onRetry={whole.retry} />
        ) : (
          <DataTable label={name} nodes={tableNodes} zone={zone} loading={whole.loading} />
        ))}
    </div>
  )
}

/** Returns the items with samples in display units. */
const nodesOf = (items: readonly NamedItem[], samples: readonly ItemSamples[], positions: Positions) =>
  items.map((item, index) => {
    const base = { key: item.key, label: `${item.deviceName} ${item.alias}`, unit: item.unit, color: item.color }
    return { id: index, ...shownSamples(item, samples[index] ?? { times: [], values: [] }, base, positions) }
  })

/**
 * Loads when the compared devices were under maintenance; with several devices each window is labelled with its device.
 */
function useItemsUpkeep(items: readonly NamedItem[], fullRange: Range): readonly UpkeepBand[] {
  const names = useMemo(() => new Map(items.map(({ device, deviceName }) => [device, deviceName])), [items])
  const bands = useUpkeep([...names.keys()], fullRange, mayRead(useCaller(), 'history'))
  return useMemo(
    () =>
      names.size === 1
        ? bands
        : bands.map((band) => ({ ...band, label: `${names.get(band.device) ?? ''} · ${band.label}` })),
    [bands, names],
  )
}

/** Returns a line with the finer samples of the visible part, if there are any. */
function lineIn(
  line: Line,
  item: NamedItem | undefined,
  finer: { times: readonly number[]; values: readonly number[] } | undefined,
): Line {
  if (!item || !finer) return line
  const values = drawnValues(item, finer.values)
  return values.length === finer.times.length ? { ...line, times: finer.times, values } : line
}
