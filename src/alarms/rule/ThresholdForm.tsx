import { Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { HOLD, isByLaw, readConditions } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { shownFields } from '../../admin/form/formValues.ts'
import { FieldInput } from '../../admin/fields/FieldInput.tsx'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { BacktestOfForm } from './preview/BacktestOfForm.tsx'
import { RulePreview } from './preview/RulePreview.tsx'
import { RuleTabs } from './RuleTabs.tsx'
import { RuleWords } from './RuleWords.tsx'
import { TestMessage } from './TestMessage.tsx'
import { AT_LEAST } from './useClasses.ts'
import { ThresholdShape, type RuleTab } from './ThresholdShape.tsx'

/** Form of a rule. The definition decides which fields apply (spec 2 §4). */
export default function ThresholdForm() {
  const { resource, caller } = useFormInfo()
  const values = useWatch<Values>()
  const { getValues, setValue } = useFormContext<Values>()
  const phone = usePhone()
  const [tab, setTab] = useState<RuleTab>('rule')
  const shown = new Set(shownFields(resource, caller, values))
  // A scope determines the devices; limits by level determine limit and level.
  if (!isEmpty(values['scope'])) shown.delete('device_list')
  if (!isEmpty(values['limits'])) for (const name of ['params_x', 'alert_level']) shown.delete(name)
  const calc = readConditions(values['conditions'])?.calc
  // Classes and indices have neither scale nor unit.
  if (isByLaw(calc)) shown.delete('limit_scale')
  // A class is compared with "at least". Any other comparison of an existing rule stays visible.
  if (calc === 'class') {
    if (Number(values['com_oper']) === AT_LEAST) shown.delete('com_oper')
    if (!Number(values['hysteresis'])) shown.delete('hysteresis')
  }
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
    <BacktestOfForm>
      <ThresholdShape
        resource={resource}
        shown={shown}
        field={field}
        tabs={phone && <RuleTabs tab={tab} onTab={setTab} />}
        tab={phone ? tab : undefined}
        test={
          <Suspense>
            <TestMessage />
          </Suspense>
        }
        body={
          <>
            <RuleWords />
            <RulePreview />
          </>
        }
      />
    </BacktestOfForm>
  )
}
