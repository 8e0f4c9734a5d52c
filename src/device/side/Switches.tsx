import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { DisplayContext } from '../../live/display.ts'
import { LastCommand } from '../../monitor/control/LastCommand.tsx'
import { isReadOnlySwitch, isSwitch } from '../../../resources/kit/reading.ts'
import { NodeSwitch } from '../../monitor/control/NodeSwitch.tsx'
import { NodeValue } from '../../live/nodes/NodeValue.tsx'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'

/**
 * The switches of the device, with the last user of each; on a phone as a button labelled with the action, without the
 * right as text with a lock.
 */
export function SwitchesCard({ device }: { device: DeviceState }) {
  const translate = useTranslate()
  const phone = usePhone()
  const { mayControl = false } = useContext(DisplayContext)
  const switches = device.nodes.filter(isSwitch)
  if (switches.length === 0) return null
  const control = mayControl && !device.disabled
  return (
    <Card id="switch" title={translate('devicePage.switches')}>
      {device.disabled && <p className={css.small}>{translate('deviceDialogs.set.disabled')}</p>}
      <ul className={css.switches}>
        {switches.map((node) => (
          <li key={node.id}>
            <div className={css.switchLine}>
              <span>{node.alias}</span>
              {isReadOnlySwitch(node) || !control ? (
                <NodeValue node={node} alarm={false} locked={!control} />
              ) : (
                <NodeSwitch inline asButton={phone} device={device.id} node={node} disabled={false} />
              )}
            </div>
            {mayControl && !isReadOnlySwitch(node) && (
              <p className={css.small}>
                {translate('control.last')} <LastCommand device={device.id} node={node} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
