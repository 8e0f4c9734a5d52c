import { clsx } from 'clsx'
import { memo, useContext, type CSSProperties } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { lineValues, numberText, rangePart, readNode, shownRange } from '../../../resources/kit/reading.ts'
import type { Status } from '../../kit/index.ts'
import { isReadOnlySwitch, isSwitch as isSwitchNode } from '../../../resources/kit/reading.ts'
import { NodeSwitch } from '../control/NodeSwitch.tsx'
import { DisplayContext } from '../../live/display.ts'
import type { SeenLine } from '../../live/sparklines/sparklineStore.ts'
import { NodeIcon } from '../../live/nodes/NodeIcon.tsx'
import { NodeValue } from '../../live/nodes/NodeValue.tsx'
import { ClassMark } from './ClassMark.tsx'
import type { NodeMark } from './nodeMarks.ts'
import { Sparkline } from './Sparkline.tsx'
import { mayExceed } from './textRoom.ts'
import css from './rows.module.css'
import cardsCss from './cards.module.css'

export interface NodeProps {
  /** The device of the node. */
  device: number
  node: NodeState
  /** The values seen so far; the store's own growing line, read again whenever the node changed. */
  line: SeenLine | undefined
  status: Status
  alarm: boolean
  /** The class of its value; null: this value has none; undefined: no value of the device is judged. */
  mark?: NodeMark | null | undefined
  /** The node is shown as of a past moment. */
  isPast?: boolean | undefined
}

/** Width of the sparkline, px: where classes are shown beside values, it gives them some of its width. */
const [LINE, LINE_JUDGED] = [68, 52]

interface NodeLineProps extends NodeProps {
  /** By how much its value changed within an hour; null or left out: not shown. */
  change?: number | null
}

/** A node in a card: one line of 32 px, on a phone of 48 px. */
export const NodeLine = memo(function NodeLine(props: NodeLineProps) {
  const { device, node, line, status, alarm, mark, isPast, change = null } = props
  const reading = readNode(node)
  const isSwitch = reading.kind === 'switch'
  const values = line ? lineValues(node, line.values) : NO_VALUES
  return (
    <div className={cardsCss.node} data-part="node" data-alarm={alarm || undefined}>
      <NodeIcon alias={node.alias} unitname={node.unitname} imginfo={node.imginfo} isSwitch={isSwitch} />
      <span className={cardsCss.nodeAlias} title={node.alias}>
        {node.alias}
      </span>
      {!isSwitch && (
        <Sparkline
          values={values}
          tone={alarm && status !== 'offline' ? 'alarm' : status === 'alarm' ? 'online' : status}
          classes={classesOf(mark, values, line?.times)}
          width={mark === undefined ? LINE : LINE_JUDGED}
        />
      )}
      {change !== null && <Change change={change} />}
      <span className={cardsCss.nodeReading} data-part="node-reading">
        {readingOf({ device, node, status, alarm, isPast })}
        {!isSwitch && <span className={cardsCss.nodeUnit}>{node.unitname}</span>}
      </span>
      {mark !== undefined && <ClassMark mark={mark} />}
    </div>
  )
})

const NO_VALUES: readonly number[] = []

/**
 * Returns the classes of a node's values if its newest value has a class that counts: an old value keeps the look of
 * old values (design 8.1).
 */
function classesOf(mark: NodeMark | null | undefined, values: readonly number[], times: readonly number[] = []) {
  const judge = mark?.stale === false ? mark.judge : undefined
  // Values of an older platform have no times, so that the law in force is unknown.
  const classAt = (value: number, at = 0) => (judge && at > 0 ? judge(value, at) : null)
  return judge && values.map((value, index) => classAt(value, times[index]))
}

/**
 * Shows how a value changed: "↑ 31.0", with the hour in the tooltip and accessible name. Renders nothing if it did not
 * change.
 */
function Change({ change }: { change: number }) {
  const size = numberText(Math.abs(change))
  if (Number(size) === 0) return null
  const text = `${change > 0 ? '↑' : '↓'} ${size}`
  const said = `${text} / 1 h`
  return (
    <small className={cardsCss.nodeChange} role="img" aria-label={said} title={said}>
      {text}
    </small>
  )
}

interface NodeCellProps extends Omit<NodeProps, 'line'> {
  /** Width for its texts, px. */
  textWidth: number
}

/** Width that a mark takes from the alias in a row, px; the same number as in rows.module.css. */
const MARK = 22

/** A node in a row: alias with the class of the value, value with unit, and its position in the node's range. */
export const NodeCell = memo(function NodeCell(props: NodeCellProps) {
  const { device, node, status, alarm, mark, isPast, textWidth } = props
  const reading = readNode(node)
  const long =
    isSwitchNode(node) || mayExceed(`${'text' in reading ? reading.text : '--'} ${node.unitname}`, textWidth, 14)
  const part = reading.kind === 'switch' ? null : rangePart(node)
  return (
    <div
      className={clsx(css.cell, reading.kind !== 'switch' && css.cellRanged, mark && css.cellMarked)}
      data-alarm={alarm || undefined}
      role="gridcell"
      style={part === null ? undefined : trackStyle(part)}
    >
      <div
        className={clsx(css.cellAlias, mayExceed(node.alias, mark ? textWidth - MARK : textWidth, 12) && css.cut)}
        title={node.alias}
      >
        {node.alias}
      </div>
      {mark && <ClassMark mark={mark} />}
      <div
        className={clsx(css.cellValue, long && css.cellValueLong)}
        data-part="cell-value"
        title={reading.kind === 'switch' ? undefined : rangeWords(node)}
      >
        {readingOf({ device, node, status, alarm, isPast })}{' '}
        {reading.kind !== 'switch' && <span className={css.cellUnit}>{node.unitname}</span>}
      </div>
    </div>
  )
})

/**
 * Style for the position of a value in its node's range (`part`, 0 to 1): at least 2 px, since a value just above the
 * minimum would be invisible.
 */
const trackStyle = (part: number) => ({ '--part': `max(2px, ${part.toFixed(3)} * var(--track))` }) as CSSProperties

type ReadingProps = Omit<NodeProps, 'line' | 'mark'>

/** Renders a value or, for a switch node, SwitchReading. */
const readingOf = (props: ReadingProps) =>
  isSwitchNode(props.node) ? (
    <SwitchReading {...props} />
  ) : (
    <NodeValue node={props.node} alarm={props.alarm} isPast={props.isPast} />
  )

/** The switch itself if the user may turn it; otherwise its position, with a lock. */
function SwitchReading({ device, node, status, alarm, isPast }: ReadingProps) {
  const { mayControl } = useContext(DisplayContext)
  if (isReadOnlySwitch(node) || node.value === null || !mayControl)
    return <NodeValue node={node} alarm={alarm} locked={!mayControl} isPast={isPast} />
  return <NodeSwitch device={device} node={node} disabled={status === 'disabled'} />
}

const rangeWords = (node: NodeState): string | undefined => {
  const ends = shownRange(node)
  return ends ? `${ends.map(formatNumber).join(' – ')} ${node.unitname}`.trim() : undefined
}
