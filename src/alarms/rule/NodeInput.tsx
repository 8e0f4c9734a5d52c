import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import type { ModelNode } from '../../../dataProvider/alarmConfig.ts'
import type { ControlProps } from '../../admin/fields/control.ts'
import { useNames } from '../../admin/fields/names.ts'
import { Picker } from '../../admin/fields/Picker.tsx'
import { isWritable } from './nodeTypes.ts'
import { useModel, useModelNodes } from './useModel.ts'

/** A node of the devices a rule watches. */
export const NodeInput = (control: ControlProps) => <NodeOf control={control} devices="device_list" fits={any} />

/** A node that takes a value, of the device a rule acts on. */
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
  const gone = nodes !== undefined && Number(value) > 0 && !nodes.some((node) => node.id === Number(value))
  useEffect(() => {
    if (gone) onChange('')
  }, [gone, onChange])
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
