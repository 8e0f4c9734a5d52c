import { useInput } from 'react-admin'
import { dayIn, idIn } from '../../../../dataProvider/plain.ts'
import { Combo, type ComboBaseProps } from '../../../kit/layers/Combo.tsx'
import { DayField } from '../../../kit/index.ts'
import type { DayFieldProps } from '../../../kit/days/DayField.tsx'

// Inputs of a list's filter form, react-admin's by `source`.

/** Chooses one of many; an empty choice means all. */
export function ComboFilter({ source, ...combo }: { source: string } & ComboBaseProps) {
  const { field } = useInput({ source })
  return <Combo {...combo} clearable value={idIn(field.value)} onChange={field.onChange} />
}

/** Chooses a day. */
export function DayFilter({ source, ...limits }: { source: string } & Omit<DayFieldProps, 'day' | 'onChange'>) {
  const { field } = useInput({ source })
  return <DayField {...limits} day={dayIn(field.value) ?? ''} onChange={field.onChange} />
}
