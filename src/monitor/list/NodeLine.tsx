import { clsx } from 'clsx'
import { memo, useContext } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { lineValues, rangePart, readNode } from '../../../resources/kit/reading.ts'
import type { Status } from '../../kit/index.ts'
import { isReadOnlySwitch, isSwitch as isSwitchNode } from '../../../resources/kit/reading.ts'
import { NodeSwitch } from '../control/NodeSwitch.tsx'
import { DisplayContext } from '../../live/display.ts'
import { nodeIcon } from './nodeIcons.ts'
import { NodeValue } from './NodeValue.tsx'
import { trackStyle } from './RangeTrack.tsx'
import { Sparkline } from './Sparkline.tsx'
import { mayExceed } from './textRoom.ts'
import css from './rows.module.css'
import cardsCss from './cards.module.css'

export interface NodeProps {
  /** Whose node it is. */
  device: number
  node: NodeState
  /** The values seen so far; the store's own growing array, read anew whenever the node changed. */
  values: readonly number[]
  status: Status
  alarm: boolean
}

/** A node in a card: one line of 32 px, or on a phone one of 2 × 2 tiles. */
export const NodeLine = memo(function NodeLine({ device, node, values, status, alarm }: NodeProps) {
  const reading = readNode(node)
  const isSwitch = reading.kind === 'switch'
  const line = lineValues(node, values)
  return (
    <div className={cardsCss.node} data-part="node" data-alarm={alarm || undefined}>
      <NodeIcon alias={node.alias} unitname={node.unitname} imginfo={node.imginfo} isSwitch={isSwitch} />
      <span className={cardsCss.nodeAlias} title={node.alias}>
        {node.alias}
      </span>
      {!isSwitch && (
        <Sparkline
          values={line}
          tone={alarm && status !== 'offline' ? 'alarm' : status === 'alarm' ? 'online' : status}
        />
      )}
      <span className={cardsCss.nodeReading} data-part="node-reading">
        {readingOf({ device, node, status, alarm })}
        {!isSwitch && <span className={cardsCss.nodeUnit}>{node.unitname}</span>}
      </span>
    </div>
  )
})

interface NodeCellProps extends Omit<NodeProps, 'values'> {
  /** For its texts, px. */
  textWidth: number
}

/** A node in a row: alias, value with unit, and where it lies in its range. */
export const NodeCell = memo(function NodeCell({ device, node, status, alarm, textWidth }: NodeCellProps) {
  const reading = readNode(node)
  const long =
    isSwitchNode(node) || mayExceed(`${'text' in reading ? reading.text : '--'} ${node.unitname}`, textWidth, 14)
  const part = reading.kind === 'switch' ? null : rangePart(node)
  return (
    <div
      className={clsx(css.cell, reading.kind !== 'switch' && css.cellRanged)}
      data-alarm={alarm || undefined}
      role="gridcell"
      style={part === null ? undefined : trackStyle(part)}
    >
      <div className={clsx(css.cellAlias, mayExceed(node.alias, textWidth, 12) && css.cut)} title={node.alias}>
        {node.alias}
      </div>
      <div
        className={clsx(css.cellValue, long && css.cellValueLong)}
        data-part="cell-value"
        title={reading.kind === 'switch' ? undefined : range(node)}
      >
        {readingOf({ device, node, status, alarm })}{' '}
        {reading.kind !== 'switch' && <span className={css.cellUnit}>{node.unitname}</span>}
      </div>
    </div>
  )
})

/** A value; of a switch, see there. */
const readingOf = (props: Omit<NodeProps, 'values'>) =>
  isSwitchNode(props.node) ? <SwitchReading {...props} /> : <NodeValue node={props.node} alarm={props.alarm} />

/** The switch itself where the user may turn it; else how it stands, with a lock. */
function SwitchReading({ device, node, status, alarm }: Omit<NodeProps, 'values'>) {
  const { mayControl } = useContext(DisplayContext)
  if (isReadOnlySwitch(node) || node.value === null || !mayControl)
    return <NodeValue node={node} alarm={alarm} locked={!mayControl} />
  return <NodeSwitch device={device} node={node} disabled={status === 'disabled'} />
}

const range = ({ min_value, max_value, unitname }: NodeState): string | undefined =>
  min_value === null || max_value === null
    ? undefined
    : `${formatNumber(min_value)} – ${formatNumber(max_value)} ${unitname}`.trim()

type NodeIconProps = Pick<NodeState, 'alias' | 'unitname' | 'imginfo'> & { isSwitch: boolean }

/** Apart from the values, so that a changed value does not draw the icon again. */
export const NodeIcon = memo(function NodeIcon({ alias, unitname, imginfo, isSwitch }: NodeIconProps) {
  const Icon = nodeIcon(alias, unitname, isSwitch)
  // Pictures of this host only: what a platform stores must not make the browser call elsewhere.
  const picture = imginfo !== null && /^\/(?![/\\])/.test(imginfo) ? imginfo : null
  return (
    <span className={cardsCss.nodeIcon} data-part="node-icon" aria-hidden="true">
      {picture === null ? (
        <Icon size={14} strokeWidth={1.9} />
      ) : (
        <img src={picture} alt="" width={14} height={14} loading="lazy" />
      )}
    </span>
  )
})
