import { useTranslate } from 'react-admin'
import { useEffect } from 'react'
import type { ModelNode } from '../../../dataProvider/calls/alarmConfig.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { useNames } from '../../admin/fields/names.ts'
import { Picker } from '../../admin/fields/controls/Picker.tsx'
import { isSwitchable, isWritable } from '../../../resources/kit/reading.ts'
import { useModel, useModelNodes, useChosenNode } from './useModel.ts'
import { TextBox, FlagInput } from '../../admin/fields/controls/basicInputs.tsx'
import { Choices } from '../../admin/fields/controls/selectInputs.tsx'

/** Input for a node of the devices that a rule watches. */
export const NodeInput = (control: ControlProps) => <NodeOf control={control} devices="device_list" fits={any} />

/** Input for a writable node of the device that a rule acts on. */
export const WritableNodeInput = (control: ControlProps) => (
  <NodeOf control={control} devices="ganged_device_id" fits={isWritable} />
)

const any = () => true

function NodeOf({
  control,
  devices,
  fits,
}: {
  control: ControlProps
  devices: string
  fits: (node: ModelNode) => boolean
}) {
  const translate = useTranslate()
  const { value, onChange } = control
  const model = useModel(devices)
  const { isPending } = useNames('manage/device')
  const { data, isLoading, error, refetch } = useModelNodes(model)
  const nodes = data?.filter(fits)
  // Devices of another model have other nodes.
  const invalid = nodes !== undefined && Number(value) > 0 && !nodes.some((node) => node.id === Number(value))
  useEffect(() => {
    if (invalid) onChange('')
  }, [invalid, onChange])
  const choices = (nodes ?? []).map((node) => {
    const name = node.unit ? `${node.alias} · ${node.unit}` : node.alias
    return { id: node.id, name, path: name, depth: 0 }
  })
  return (
    <Picker
      control={control as unknown as ControlProps<'ref'>}
      choices={choices}
      loading={isLoading || isPending}
      error={error}
      onRetry={refetch}
      none={translate(model === null ? 'alarmConfig.deviceFirst' : 'alarmConfig.noNode')}
    />
  )
}

/** Input for the value written to the linked node: on or off for a switch, otherwise a number in its unit. */
export function NodeValueInput(control: ControlProps) {
  const translate = useTranslate()
  const node = useChosenNode('ganged_device_id', 'ganged_nodemap_id')
  if (node && isSwitchable(node)) {
    const choices = [
      { value: 1, label: `${translate('alarmConfig.on')} (1)` },
      { value: 0, label: `${translate('alarmConfig.off')} (0)` },
    ]
    return <Choices control={control} choices={choices} />
  }
  return (
    <TextBox control={control} inputMode="decimal" unit={node?.unit ? [node.unit, node.unit, node.unit] : undefined} />
  )
}

/** Input for a flag that means the opposite of its label: is_stop under "Running". */
export function InvertedSwitchInput(props: ControlProps) {
  const control = props as unknown as ControlProps<'flag'>
  return (
    <FlagInput
      {...control}
      value={Number(control.value) === 1 ? 0 : 1}
      onChange={(next) => control.onChange(next === 1 ? 0 : 1)}
    />
  )
}
