import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Zone } from '../../chart/zones.ts'
import { usePoll } from '../../live/usePoll.ts'
import { AreaSelect } from '../../ui/areaTree/AreaSelect.tsx'
import { areasBelow, type AreaNode } from '../../ui/areaTree/tree.ts'
import { Combo } from '../../ui/index.ts'
import { useDeviceHistory } from '../history/useDeviceHistory.ts'
import { useMarks } from '../history/useMarks.ts'
import { useShownNodes } from '../history/useShownNodes.ts'
import { Panel } from './Panel.tsx'
import { StageChart } from './StageChart.tsx'
import { useWake } from './useWake.ts'
import { allowedDays, latestDays, type DaySpan } from './windows.ts'

interface HistoryPanelProps {
  areas: AreaNode[]
  /** The tree's area, which this panel follows until it is given one of its own. */
  area: number | null
  devices: readonly DeviceState[]
  today: string
  zone: Zone
}

/** The newest samples join the curve this often. */
const FRESH = { every: 120_000, after: 120_000 } as const

/** One device's last days: the first device of the area and three days until the viewer chooses others. */
export function HistoryPanel({ areas, area, devices, today, zone }: HistoryPanelProps) {
  const translate = useTranslate()
  const [ownArea, setOwnArea] = useState<{ id: number | null } | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [ownDays, setOwnDays] = useState<DaySpan | null>(null)
  const where = ownArea ? ownArea.id : area
  const here = useMemo(() => {
    const below = where === null ? null : areasBelow(areas, where)
    return devices.filter(({ district_id }) => below === null || (district_id !== null && below.has(district_id)))
  }, [devices, areas, where])
  const options = useMemo(() => here.map(({ id, name }) => ({ id, name })), [here])
  const device = here.find(({ id }) => id === chosen) ?? here.find(({ nodes }) => nodes.length > 0) ?? null
  const days = ownDays ?? latestDays(today)
  const move = (moved: keyof DaySpan) => ({ target }: { target: HTMLInputElement }) => target.value && setOwnDays(allowedDays({ ...days, [moved]: target.value }, moved, today))
  return (
    <Panel name="history" title={translate('bigscreen.history')}>
      <div className="big-query">
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
        <Combo label={translate('compare.device')} options={options} value={device?.id ?? null} onChange={setChosen} />
        <span className="big-days">
          <input type="date" className="ui-input" aria-label={translate('bigscreen.from')} max={today} value={days.first} onChange={move('first')} />
          <span aria-hidden>→</span>
          <input type="date" className="ui-input" aria-label={translate('bigscreen.until')} max={today} value={days.last} onChange={move('last')} />
        </span>
      </div>
      {device ? <Curve key={`${device.id} ${days.first} ${days.last}`} device={device} days={days} today={today} zone={zone} /> : <p className="big-none">{translate('bigscreen.pickDevice')}</p>}
    </Panel>
  )
}

function Curve({ device, days, today, zone }: { device: DeviceState; days: DaySpan; today: string; zone: Zone }) {
  const translate = useTranslate()
  const whole = useMemo(() => zone.rangeOf(days.first, days.last), [zone, days.first, days.last])
  const [range, setRange] = useState(whole)
  const history = useDeviceHistory(device.id, whole, range, true)
  // A failure stays silent (spec 1 §8): the curve stands as it is until the next try.
  const again = async () => {
    if (days.last >= today || !history.loaded) history.retry()
  }
  usePoll(again, FRESH)
  useWake(() => void again())
  const { shown, lines, toggle } = useShownNodes(history.nodes)
  const marks = useMarks(device.id, whole, history.nodes.filter(({ id }) => shown.has(id)), history.loaded)
  const empty = history.loaded && history.nodes.every(({ line }) => line.times.length === 0)
  return (
    <>
      <div className="big-lines" role="group" aria-label={translate('history.lines')}>
        {history.nodes.map(({ id, line, drawable }) => (
          <button key={id} type="button" aria-pressed={shown.has(id)} disabled={!drawable} onClick={() => toggle(id)}>
            <i style={{ background: `var(${line.color})` }} />
            {line.label}
          </button>
        ))}
      </div>
      {empty ? <p className="big-none">{translate('bigscreen.noHistory')}</p> : <StageChart label={`${translate('bigscreen.history')} ${device.name}`} lines={lines} limits={marks.limits} zone={zone} whole={whole} range={range} onRange={setRange} />}
    </>
  )
}
