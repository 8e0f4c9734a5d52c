import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { shortTime } from '../../live/times.ts'
import { EmptyState } from '../../kit/index.ts'
import { isReadOnlySwitch, isSwitch } from '../control/nodeKinds.ts'
import { NodeSwitch } from '../control/NodeSwitch.tsx'
import { DisplayContext } from '../../live/display.ts'
import { NodeValue } from '../NodeValue.tsx'
import css from './dialogs.module.css'

interface SwitchTabProps {
  device: DeviceState
  control: boolean
  /** The user may not turn switches at all. */
  locked: boolean
  now: number
}

/** Every switch of a device; one that can only be read says so with a lock. */
export function SwitchTab({ device, control, locked, now }: SwitchTabProps) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  const nodes = device.nodes.filter(isSwitch)
  if (nodes.length === 0) return <EmptyState title={translate('deviceDialogs.switch.none')} />
  return (
    <ul className={css.switches}>
      {nodes.map((node) => (
        <li key={node.id}>
          <span className={css.nodeAlias} title={node.alias}>
            {node.alias}
          </span>
          <time title={node.at === null ? undefined : zone.full(node.at)}>
            {node.at === null ? '—' : shortTime(node.at, now, zone)}
          </time>
          {isReadOnlySwitch(node) || !control ? (
            <NodeValue node={node} alarm={false} locked={locked} />
          ) : (
            <NodeSwitch inline device={device.id} node={node} disabled={false} />
          )}
        </li>
      ))}
    </ul>
  )
}
