import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { Play, X } from 'lucide-react'
import { useStore, useTranslate } from 'react-admin'
import { memo, useMemo, useState } from 'react'
import type { ComparedItem } from '../../../dataProvider/calls/history.ts'
import { axisOf } from '../../chart/model.ts'
import { monthOf, type Zone } from '../../../resources/kit/zone.ts'
import type { AreaNode } from '../../kit/areaTree/tree.ts'
import { MonthPicker } from '../../kit/index.ts'
import { isReady, keyOf } from '../../compare/compareParams.ts'
import { ItemPicker } from '../../compare/ItemPicker.tsx'
import { sharedBands, useItemClasses } from '../../compare/useItemClasses.ts'
import { useItems, type NamedItem } from '../../compare/useItems.ts'
import { apartOf, drawnValues, shownSamples } from '../../history/panel/nodeLines.ts'
import { usePositions } from '../../history/usePositions.ts'
import textCss from '../../kit/text.module.css'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { Late } from '../stage/Late.tsx'
import { StageChart } from '../stage/StageChart.tsx'
import { useComparison, type Compared } from './useComparison.ts'
import css from './queries.module.css'
import bigscreenCss from '../bigscreen.module.css'

interface ComparePanelProps {
  areas: AreaNode[]
  areaNames: ReadonlyMap<number, string>
  today: string
  zone: Zone
}

/**
 * Compares nodes of any devices over a month. The list is stored in this browser, so that it survives a reload of the
 * screen.
 */
export const ComparePanel = memo(function ComparePanel({ areas, areaNames, today, zone }: ComparePanelProps) {
  const translate = useTranslate()
  const [list, setList] = useStore<ComparedItem[]>('bigScreen.compare', [])
  const [chosen, setChosen] = useState<string | null>(null)
  const thisMonth = today.slice(0, 7)
  const month = chosen ?? thisMonth
  const { items } = useItems(list, areaNames)
  const ready = isReady({ items: list, month })
  const { result, busy, waiting, failed, run, clear } = useComparison(list, month)
  const change = (next: ComparedItem[]) => {
    setList(next)
    clear()
  }
  return (
    <FramedPanel
      name="compare"
      title={translate('bigscreen.compare')}
      tools={failed && result && <Late at={result.at} />}
    >
      <ItemPicker areas={areas} items={list} onAdd={(item) => change([...list, item])} />
      <ul className={css.items} aria-label={translate('compare.items')}>
        {items.map((item) => (
          <li key={item.key}>
            <i style={{ background: `var(${item.color})` }} />
            <span className={textCss.ellipsis}>{item.area}</span>
            <b className={textCss.ellipsis} title={item.deviceName}>
              {item.deviceName}
            </b>
            <span className={textCss.ellipsis}>{item.alias}</span>
            <button
              type="button"
              aria-label={translate('compare.remove', { name: `${item.deviceName} ${item.alias}` })}
              onClick={() => change(list.filter((other) => keyOf(other) !== item.key))}
            >
              <X size={16} strokeWidth={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className={css.run}>
        <MonthPicker
          label={translate('bigscreen.month')}
          className={css.month}
          month={month}
          last={thisMonth}
          onChange={(next) => {
            setChosen(next === thisMonth ? null : next)
            clear()
          }}
        />
        <span>{translate('bigscreen.chosen', { count: items.length })}</span>
        <Button
          variant="contained"
          color="primary"
          className={bigscreenCss.run}
          data-part="button"
          aria-disabled={!ready || busy}
          aria-busy={busy}
          title={ready ? undefined : translate('bigscreen.notReady')}
          onClick={() => ready && !busy && void run()}
        >
          <Play size={16} strokeWidth={2} aria-hidden />
          {translate('bigscreen.run')}
        </Button>
      </div>
      {result ? (
        <Picture key={result.month} items={items} compared={result} zone={zone} />
      ) : (
        <p className={clsx(bigscreenCss.none, css.start)}>
          {translate(waiting ? 'bigscreen.first' : failed ? 'bigscreen.noData' : 'bigscreen.start')}
        </p>
      )}
    </FramedPanel>
  )
})

const NOTHING = { times: [], values: [] }

/** One axis has one unit; other units are one press away. */
function Picture({
  items,
  compared: { samples, month },
  zone,
}: {
  items: readonly NamedItem[]
  compared: Compared
  zone: Zone
}) {
  const translate = useTranslate()
  const whole = useMemo(() => {
    const { first, last } = monthOf(month)
    return zone.rangeOf(first, last)
  }, [zone, month])
  const [range, setRange] = useState(whole)
  const [chosenAxis, setChosenAxis] = useState<string | null>(null)
  const positions = usePositions()
  const lines = useMemo(
    () =>
      items.map((item) => {
        const base = { key: item.key, label: `${item.deviceName} ${item.alias}`, unit: item.unit, color: item.color }
        return shownSamples(item, samples.get(item.key) ?? NOTHING, base, positions).line
      }),
    [items, samples, positions],
  )
  const filled = lines.filter(({ times }) => times.length > 0)
  const axes = new Map(filled.map((line) => [axisOf(line), line.positions?.join(' / ') ?? line.unit]))
  const axis = chosenAxis !== null && axes.has(chosenAxis) ? chosenAxis : [...axes.keys()][0]
  const drawn = useMemo(() => lines.filter((line) => axisOf(line) === axis), [lines, axis])
  const inOrder = useMemo(() => items.map(({ key }) => samples.get(key) ?? NOTHING), [items, samples])
  const judged = useItemClasses(items, inOrder, zone)
  const backdrop = useMemo(
    () => ({ classes: sharedBands(judged.filter((_, at) => drawn.some((line) => line === lines[at]))) }),
    [judged, drawn, lines],
  )
  const apart = useMemo(
    () =>
      items.flatMap((item, at) =>
        drawn.some((line) => line === lines[at])
          ? apartOf(samples.get(item.key)?.beside ?? [], (raw) => drawnValues(item, [raw])[0] ?? null, item.color)
          : [],
      ),
    [items, samples, drawn, lines],
  )
  if (filled.length === 0) return <p className={bigscreenCss.none}>{translate('bigscreen.noCompared')}</p>
  return (
    <>
      {axes.size > 1 && (
        <div className={css.lines} role="group" aria-label={translate('bigscreen.axis')}>
          {[...axes].map(([one, words]) => (
            <button key={one} type="button" aria-pressed={one === axis} onClick={() => setChosenAxis(one)}>
              {words || '—'}
            </button>
          ))}
        </div>
      )}
      <StageChart
        label={`${translate('bigscreen.compare')} ${month}`}
        lines={drawn}
        apart={apart}
        backdrop={backdrop}
        zone={zone}
        whole={whole}
        range={range}
        onRange={setRange}
      />
    </>
  )
}
