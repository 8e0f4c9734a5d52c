import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import { ruleFrom } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'

/** Writes the mildest of several limits into the field of the single limit, for readers that know only that field. */
export function showMildest(
  { getValues, setValue }: { getValues: UseFormGetValues<Values>; setValue: UseFormSetValue<Values> },
  limits: object,
): void {
  const mildest = ruleFrom({ ...getValues(), limits })?.levels?.[0]
  if (!mildest) return
  setValue('params_x', String(mildest.x), { shouldValidate: true })
  setValue('alert_level', mildest.level)
}
