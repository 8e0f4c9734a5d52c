import { useFormContext, useWatch } from 'react-hook-form'
import { HOLD } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { shownFields } from '../../admin/form/formValues.ts'
import { FieldInput } from '../../admin/fields/FieldInput.tsx'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { RulePreview } from './RulePreview.tsx'
import { RuleWords } from './RuleWords.tsx'
import { ThresholdShape } from './ThresholdShape.tsx'

/** A threshold's form. Which fields apply is the definition's to say (spec 2 §4). */
export default function ThresholdForm() {
  const { resource, caller } = useFormInfo()
  const values = useWatch<Values>()
  const { getValues, setValue } = useFormContext<Values>()
  const shown = new Set(shownFields(resource, caller, values))
  const fillHold = () =>
    isEmpty(getValues('hold_time')) && setValue('hold_time', String(HOLD), { shouldValidate: true })
  const field = (name: string) =>
    name === 'hold_time' ? (
      <div onBlur={fillHold}>
        <FieldInput name={name} />
      </div>
    ) : (
      <FieldInput name={name} />
    )
  return (
    <ThresholdShape
      resource={resource}
      shown={shown}
      field={field}
      body={
        <>
          <RuleWords />
          <RulePreview />
        </>
      }
    />
  )
}
