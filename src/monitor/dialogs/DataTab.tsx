import { PencilLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useContext, useState, useEffect } from 'react'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { numberText, rangePart, readNode } from '../../live/nodeValue.ts'
import { shortTime } from '../../live/times.ts'
import { EmptyState } from '../../kit/index.ts'
import { isSettable, isSwitch } from '../control/nodeKinds.ts'
import { SetValueDialog } from '../control/SetValueDialog.tsx'
import { DisplayContext } from '../../live/display.ts'
import { NodeValue } from '../NodeValue.tsx'
import { RangeTrack } from '../RangeTrack.tsx'
import css from './dialogs.module.css'
import actionsCss from '../actions.module.css'

interface DataTabProps {
  device: DeviceState
  /** Whether the user may set values, and the device takes them. */
  control: boolean
  /** The user may not set values at all. */
  locked: boolean
  isAlarm: (node: NodeState) => boolean
  now: number
}

/** Every node that is no switch: its value, where it lies in its range, by how much it changed, and when; what can be set, with a button for it. */
export function DataTab({ device, control, locked, isAlarm, now }: DataTabProps) {
  const translate = useTranslate()
  const [setting, setSetting] = useState<NodeState | null>(null)
  const [showSuccess, setShowSuccess] = useState(false)
  const close = (accepted: boolean) => {
    setSetting(null)
    setShowSuccess(accepted)
  }
  const nodes = device.nodes.filter((node) => !isSwitch(node))
  if (nodes.length === 0) return <EmptyState title={translate('deviceDialogs.data.none')} />
  return (
    <>
      <ul className={css.nodes}>
        {nodes.map((node) => (
          <NodeItem
            key={node.id}
            node={node}
            alarm={isAlarm(node)}
            now={now}
            locked={locked && isSettable(node)}
            onSet={control && isSettable(node) ? () => setSetting(node) : null}
          />
        ))}
      </ul>
      {showSuccess && (
        <p className={actionsCss.said} role="status">
          {translate('deviceDialogs.set.success')}
        </p>
      )}
      {setting && <SetValueDialog device={device} nodes={[setting]} onClose={close} />}
    </>
  )
}

function NodeItem({
  node,
  alarm,
  now,
  locked,
  onSet,
}: {
  node: NodeState
  alarm: boolean
  now: number
  locked: boolean
  onSet: (() => void) | null
}) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  const reading = readNode(node)
  const by = useDifference(reading.kind === 'number' ? reading.value : null)
  const part = rangePart(node)
  const { min_value: min, max_value: max } = node
  return (
    <li className={css.node} data-alarm={alarm || undefined}>
      <span className={css.nodeAlias} title={node.alias}>
        {node.alias}
      </span>
      <span className={css.nodeValue}>
        <NodeValue node={node} alarm={alarm} locked={locked} />
        <span className={css.nodeUnit} title={node.unitname}>
          {node.unitname}
        </span>
        {by !== null && /[1-9]/.test(numberText(by)) && (
          <span className={css.nodeBy}>
            {by > 0 ? '↑' : '↓'}
            {numberText(Math.abs(by))}
          </span>
        )}
        {onSet && (
          <button
            type="button"
            className={actionsCss.act}
            data-part="act"
            aria-label={translate('deviceDialogs.set.title', { node: node.alias })}
            title={translate('deviceDialogs.set.title', { node: node.alias })}
            onClick={onSet}
          >
            <PencilLine size={14} strokeWidth={1.9} aria-hidden />
          </button>
        )}
      </span>
      <RangeTrack part={part} />
      <span className={css.nodeFoot}>
        <span>{min === null || max === null ? '' : `${formatNumber(min)} – ${formatNumber(max)}`}</span>
        <time title={node.at === null ? undefined : zone.full(node.at)}>
          {node.at === null ? '—' : shortTime(node.at, now, zone)}
        </time>
      </span>
    </li>
  )
}

/** How long a difference shows, ms (design §4). */
const DIFFERENCE_TIME = 3000

/** By how much a number changed, for three seconds after it did; null otherwise, and where it was not a number before. */
function useDifference(value: number | null): number | null {
  const [previous, setPrevious] = useState<{ value: number | null; by: number | null; count: number }>({
    value,
    by: null,
    count: 0,
  })
  if (previous.value !== value)
    setPrevious({
      value,
      by: previous.value === null || value === null ? null : value - previous.value,
      count: previous.count + 1,
    })
  useEffect(() => {
    if (previous.by === null) return
    const timer = setTimeout(
      () => setPrevious((now) => (now.count === previous.count ? { ...now, by: null } : now)),
      DIFFERENCE_TIME,
    )
    return () => clearTimeout(timer)
  }, [previous.by, previous.count])
  return previous.by
}
