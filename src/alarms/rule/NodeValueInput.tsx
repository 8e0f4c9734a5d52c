import { useTranslate } from 'ra-core'
import { Box } from '../../admin/fields/basicInputs.tsx'
import type { ControlProps } from '../../admin/fields/control.ts'
import { Choices } from '../../admin/fields/selectInputs.tsx'
import { isSwitch } from './nodeTypes.ts'
import { useChosenNode } from './useModel.ts'

/** What is written to the linked node: on or off where it is a switch, else a number in its unit. */
export function NodeValueInput(control: ControlProps) {
  const translate = useTranslate()
  const node = useChosenNode('ganged_device_id', 'ganged_nodemap_id')
  if (node && isSwitch(node)) {
    const choices = [
      { value: 1, label: `${translate('alarmConfig.on')} (1)` },
      { value: 0, label: `${translate('alarmConfig.off')} (0)` },
    ]
    return <Choices control={control} choices={choices} />
  }
  return <Box control={control} inputMode="decimal" unit={node?.unit ? [node.unit, node.unit, node.unit] : undefined} />
}
