import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import { ruleFrom } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'

/** Writes the mildest of several limits where one limit stands: what knows only that sees it. */
export function showMildest(
  { getValues, setValue }: { getValues: UseFormGetValues<Values>; setValue: UseFormSetValue<Values> },
  limits: object,
): void {
  const mildest = ruleFrom({ ...getValues(), limits })?.levels?.[0]
  if (!mildest) return
  setValue('params_x', String(mildest.x), { shouldValidate: true })
  setValue('alert_level', mildest.level)
}
