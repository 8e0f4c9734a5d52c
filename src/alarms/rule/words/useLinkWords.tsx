import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { device } from '../../../../resources/device.ts'
import { isSwitchable } from '../../../../resources/kit/reading.ts'
import { numberOf } from '../../../../resources/kit/rule.ts'
import { useChosenNode, useIds } from '../useModel.ts'
import { useRecordNames } from './useRecordNames.ts'
import type { Speech } from './useSpeech.tsx'

/**
 * Words for what the rule in the form sets when it fires: a switch on or off, otherwise a number in the node's unit.
 * Nothing while no node is chosen.
 */
export function useLinkWords({ say, strong }: Speech): ReactNode[] {
  const translate = useTranslate()
  const [enabled, set] = useWatch({ name: ['enable_ganged', 'ganged_value'] }) as unknown[]
  const [linked] = useIds('ganged_device_id')
  const deviceName = useRecordNames(device.path, linked === undefined ? [] : [linked])
  const node = useChosenNode('ganged_device_id', 'ganged_nodemap_id')
  if (Number(enabled) !== 1 || linked === undefined || !node) return []
  const value = numberOf(set)
  const isOn = isSwitchable(node) && (value === 0 || value === 1)
  const text = isOn
    ? translate(value === 1 ? 'alarmConfig.on' : 'alarmConfig.off')
    : value === null
      ? ''
      : String(value)
  return [
    say('ruleForm.linked', {
      device: strong(deviceName(linked)),
      node: strong(node.alias),
      value: (
        <>
          {strong(text)}
          {!isOn && node.unit && ` ${node.unit}`}
        </>
      ),
    }),
  ]
}
