import { useTranslate } from 'react-admin'
import { memo, useMemo, useState } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { usePoller } from '../../live/usePoll.ts'
import { AreaSelect } from '../../kit/areaTree/AreaSelect.tsx'
import { areasBelow, type AreaNode } from '../../kit/areaTree/tree.ts'
import { Combo } from '../../kit/layers/Combo.tsx'
import { apartOfNodes } from '../../history/panel/nodeLines.ts'
import { useDeviceHistory } from '../../history/panel/useDeviceHistory.ts'
import { useMarks } from '../../history/panel/useMarks.ts'
import { useShownNodes } from '../../history/panel/useShownNodes.ts'
import { DaysPicker } from './DaysPicker.tsx'
import { newSamplesReader } from './newSamples.ts'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { Late } from '../stage/Late.tsx'
import { StageChart } from '../stage/StageChart.tsx'
import { useWake } from '../stage/useWake.ts'
import { useNodeBands } from './useNodeBands.ts'
import { AT_FIRST, daySpanOf, type DayChoice, type DaySpan } from './windows.ts'
import queriesCss from './queries.module.css'
import css from '../bigscreen.module.css'

interface HistoryPanelProps {
  areas: AreaNode[]
  /** The tree's area, which this panel follows until an area of its own is chosen. */
  area: number | null
  devices: readonly DeviceState[]
  /** Text of the empty state. */
  none: string
  today: string
  zone: Zone
}

/** Retry interval after a failure, ms. */
const RETRY = { every: 120_000, after: 120_000 } as const

/** The last days of one device: by default the first device of the area and three days. */
export function HistoryPanel({ areas, area, devices, none, today, zone }: HistoryPanelProps) {
  const translate = useTranslate()
  const [ownArea, setOwnArea] = useState<{ id: number | null } | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [choice, setChoice] = useState<DayChoice>(AT_FIRST)
  const where = ownArea ? ownArea.id : area
  const here = useMemo(() => {
    if (where === null) return devices
    const below = areasBelow(areas, where)
    return devices.filter(({ district_id }) => district_id !== null && below.has(district_id))
  }, [devices, areas, where])
  const device =
    (chosen === null ? undefined : here.find(({ id }) => id === chosen)) ??
    here.find(({ nodes }) => nodes.length > 0) ??
    null
  const days = daySpanOf(choice, today)
  return (
    <FramedPanel name="history" title={translate('bigscreen.history')}>
      <div className={queriesCss.query}>
        <AreaSelect
          label={translate('compare.area')}
          areas={areas}
          value={where}
          withAll
          onChange={(id) => {
            setOwnArea({ id })
            setChosen(null)
          }}
        />
        <Combo label={translate('compare.device')} options={here} value={device?.id ?? null} onChange={setChosen} />
        <DaysPicker days={days} chosen={choice} today={today} onChange={setChoice} />
      </div>
      {device ? (
        <Curve
          key={`${device.id} ${days.first} ${days.last}`}
          device={device.id}
          project={device.project_id}
          name={device.name}
          first={days.first}
          last={days.last}
          today={today}
          zone={zone}
        />
      ) : (
        <p className={css.none}>{devices.length === 0 ? none : translate('bigscreen.pickDevice')}</p>
      )}
    </FramedPanel>
  )
}

const Curve = memo(function Curve({
  device,
  project,
  name,
  first,
  last,
  today,
  zone,
}: DaySpan & { device: number; project: number | null; name: string; today: string; zone: Zone }) {
  const translate = useTranslate()
  const whole = useMemo(() => zone.rangeOf(first, last), [zone, first, last])
  const [range, setRange] = useState(whole)
  // A span that is not over is refreshed by itself. A failure shows no message (spec 1 §8): the curve stays until the
  // next attempt, and its age is shown.
  const [read] = useState(newSamplesReader)
  const history = useDeviceHistory(device, whole, range, true, read)
  usePoller(async () => {
    if (!history.loaded) history.retry()
  }, RETRY)
  useWake(() => {
    if (last >= today || !history.loaded) history.retry()
  })
  const { shownIds, lines, toggle } = useShownNodes(history.nodes)
  const shown = useMemo(() => history.nodes.filter(({ id }) => shownIds.has(id)), [history.nodes, shownIds])
  const marks = useMarks(device, whole, shown, history.loaded)
  const classes = useNodeBands(shown, { device, project, zone })
  const backdrop = useMemo(() => ({ classes }), [classes])
  const apart = useMemo(() => apartOfNodes(shown), [shown])
  const empty =
    history.loaded && history.nodes.every(({ line, beside }) => line.times.length === 0 && beside.length === 0)
  return (
    <>
      <div className={queriesCss.lines} role="group" aria-label={translate('history.lines')}>
        {history.nodes.map(({ id, line, drawable }) => (
          <button
            key={id}
            type="button"
            aria-pressed={shownIds.has(id)}
            disabled={!drawable}
            onClick={() => toggle(id)}
          >
            <i style={{ background: `var(${line.color})` }} />
            {line.label}
          </button>
        ))}
        {history.lateAt !== null && <Late at={history.lateAt} />}
      </div>
      {!history.loaded ? (
        <p className={css.none}>{translate(history.error ? 'bigscreen.noData' : 'bigscreen.first')}</p>
      ) : empty ? (
        <p className={css.none}>{translate('bigscreen.noHistory')}</p>
      ) : (
        <StageChart
          label={`${translate('bigscreen.history')} ${name}`}
          lines={lines}
          limits={marks.limits}
          apart={apart}
          backdrop={backdrop}
          zone={zone}
          whole={whole}
          range={range}
          onRange={setRange}
        />
      )}
    </>
  )
})
