import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Values } from '../../../resources/kit/validate.ts'
import { shownFields } from '../../admin/form/formValues.ts'
import { FieldInput } from '../../admin/fields/FieldInput.tsx'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { fieldOf, type DayPart } from '../device/day/day.ts'
import { DayFrame } from '../device/day/DayFrame.tsx'
import { DayCurve } from '../device/day/DayCurve.tsx'
import { DayTable } from '../device/day/DayTable.tsx'
import { DayTools } from '../device/day/DayTools.tsx'
import { useDay } from '../device/day/useDay.ts'
import { VirtualRuleShape } from './VirtualRuleShape.tsx'

/** Form of a virtual rule: the values it produces, and the 24 base values and spreads of its day, drawn and typed. */
export default function VirtualRuleForm() {
  const pick = useLabel()
  const hint = useId()
  const { resource, caller } = useFormInfo()
  const { control } = useFormContext<Values>()
  const values = useWatch({ control })
  const form = useDay()
  const shown = new Set(shownFields(resource, caller, values))
  const nameOf = (part: DayPart, hour: number): string => {
    const field = resource.fields[fieldOf(part, hour)]
    return field ? pick(field.label) : ''
  }
  const field = (name: string, wide = false) => <FieldInput key={name} name={name} wide={wide} />
  return (
    <VirtualRuleShape
      resource={resource}
      shown={shown}
      field={field}
      body={
        <DayFrame hint={hint}>
          <DayTools {...form} />
          <DayCurve day={form.day} change={form.change} settle={form.settle} nameOf={nameOf} describedBy={hint} />
          <DayTable remember={form.remember} settle={form.settle} nameOf={nameOf} />
        </DayFrame>
      }
    />
  )
}
