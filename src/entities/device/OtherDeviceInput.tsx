import { useWatch } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { Picker } from '../../admin/fields/controls/Picker.tsx'
import { useRefChoices } from '../../admin/fields/controls/useRefChoices.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'

/** Input for a device of the same project as the rule's own device; the form has no project field. */
export function OtherDeviceInput(props: ControlProps) {
  const control = props as unknown as ControlProps<'ref'>
  const own: unknown = useWatch({ name: 'device_id' })
  const { data: rows = NONE } = useNames(control.field.to)
  const project = rowsById(rows).get(Number(own))?.['project_id']
  const { choices, isPending, error, refetch } = useRefChoices(control, (row) => row['project_id'] === project)
  return <Picker control={control} choices={choices} loading={isPending} error={error} onRetry={refetch} />
}

const NONE: readonly Row[] = []
