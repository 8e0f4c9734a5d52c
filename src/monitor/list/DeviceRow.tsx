import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { memo, useContext } from 'react'
import { Badge } from '../../kit/index.ts'
import { DeviceActions, DeviceMenu } from '../dialogs/DeviceActions.tsx'
import {
  DisplayContext,
  isAlarmNode,
  plateState,
  stateWords,
  useShownDevice,
  withAlarmNodes,
} from '../../live/display.ts'
import { UpkeepMark } from '../../live/UpkeepMark.tsx'
import { Plate } from '../../environment/Plate.tsx'
import type { NodeMeasures } from '../../environment/useJudge.ts'
import { DayCurve } from './DayCurve.tsx'
import { VerdictsContext } from './verdicts.ts'
import { NodeCell } from './NodeLine.tsx'
import { NodeMarksContext } from './nodeMarks.ts'
import { statusIcons } from '../statusIcons.ts'
import { mayExceed } from './textRoom.ts'
import { hourEnd, newestHourEnd } from './useStationDay.ts'
import css from './rows.module.css'

interface DeviceRowProps {
  id: number
  /** Index in the list, and distance from its top, px. */
  index: number
  start: number
  /** How many nodes fit. */
  cells: number
  /** Width for the texts of a node and of the device, px. */
  cellRoom: number
  nameRoom: number
  /** The grid's columns. */
  columns: string
  /** Where each device is judged, for the column of the last 24 hours; null: no such column. */
  whereOf: NodeMeasures['whereOf'] | null
  /** Whether the row is the one in the tab order. */
  active: boolean
}

/**
 * A device as a row of 50 px: state, name, up to `cells` nodes, and the time of its last data. Rendered again only when
 * its device changed.
 */
export const DeviceRow = memo(function DeviceRow({
  id,
  index,
  start,
  cells,
  cellRoom,
  nameRoom,
  columns,
  whereOf,
  active,
}: DeviceRowProps) {
  const translate = useTranslate()
  const shown = useShownDevice(id)
  const verdicts = useContext(VerdictsContext)
  const marks = useContext(NodeMarksContext)
  const { isPast } = useContext(DisplayContext)
  if (shown === null) return null
  const markOf = marks(shown)
  const { device, status, at, now, zone } = shown
  const Icon = statusIcons[status]
  const nodes = withAlarmNodes(shown, cells)
  const rest = nodes.length - cells
  const area = shown.area ?? translate('monitor.card.noArea')
  const verdict = verdicts.get(id)
  const plate = plateState(shown)
  const cut = (text: string, fontSize: number) => mayExceed(text, nameRoom, fontSize)
  return (
    <div
      className={css.row}
      data-status={status}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={active ? 0 : -1}
      style={{ gridTemplateColumns: columns, transform: `translateY(${start}px)` }}
    >
      <div role="gridcell" className={css.rowState} title={stateWords(shown, shown.alarm, translate)}>
        <Badge tone={status} icon={<Icon />}>
          {translate(`shell.status.${status}`)}
        </Badge>
      </div>
      <div role="gridcell" className={css.rowDevice}>
        <div className={clsx(css.rowName, cut(device.name, 14) && css.cut)} title={device.name}>
          {device.name}
        </div>
        <div className={clsx(css.rowPlace, cut(`${area} . ${device.sn}`, 12) && css.cut)}>
          <UpkeepMark shown={shown} as="icon" /> {area} · <span className={css.sn}>{device.sn}</span>
        </div>
      </div>
      {verdicts.size > 0 && (
        <div role="gridcell" className={css.rowClass}>
          <Plate verdict={verdict} {...plate} />
        </div>
      )}
      {whereOf !== null &&
        (verdict ? (
          <DayCurve
            device={id}
            scale={verdict.scale}
            until={isPast ? hourEnd(now) : newestHourEnd(now)}
            old={plate.state !== null}
            noiseZone={whereOf(id, device.project_id).zone}
            zone={zone}
          />
        ) : (
          <div role="gridcell" />
        ))}
      {Array.from({ length: cells }, (_, at) => {
        const node = nodes[at]
        return node === undefined ? (
          <div key={`none ${at}`} role="gridcell" />
        ) : (
          <NodeCell
            key={node.id}
            device={id}
            node={node}
            status={status}
            alarm={isAlarmNode(shown, node)}
            mark={markOf(node)}
            isPast={isPast}
            textWidth={cellRoom}
          />
        )
      })}
      <div role="gridcell" className={css.rowAt} data-status={status} title={at === null ? undefined : zone.full(at)}>
        {rest > 0 && (
          <span
            className={css.rowRest}
            title={nodes
              .slice(cells)
              .map((node) => node.alias)
              .join('\n')}
          >
            +{rest}
          </span>
        )}
        <span>{at === null ? '—' : zone.short(at, now)}</span>
      </div>
      <div role="gridcell" className={css.rowActs}>
        <DeviceActions id={id} name={device.name} />
        <DeviceMenu id={id} name={device.name} />
      </div>
    </div>
  )
})
