import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { limitsOf, numberText } from '../../../resources/kit/reading.ts'
import { POLLUTANTS } from '../../../resources/pollutants.ts'
import { possibleOf } from '../../../resources/quantities.ts'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import fieldsCss from '../../admin/fields/fields.module.css'

/** The range factor, with what it and the quantity let the node measure. */
export function RangeFactorInput(control: ControlProps) {
  const translate = useTranslate()
  const [min, max, pollutant, unit, script] = useWatch({
    name: ['min_value', 'max_value', 'pollutant', 'unitname', 'node_script'],
  })
  const quantity = POLLUTANTS.find(({ value }) => value === numberOf(pollutant))
  const { low, high, own } = limitsOf(
    {
      min_value: numberOf(min),
      max_value: numberOf(max),
      range_factor: numberOf(control.value),
      node_script: textOf(script),
    },
    possibleOf({ pollutant: quantity, key_msg: null, unitname: textOf(unit) }),
  )
  return (
    <div>
      <TextBox control={control} inputMode="decimal" />
      {own && (
        <output className={fieldsCss.help}>
          {translate('crud.measures', { low: numberText(low), high: numberText(high), unit: textOf(unit) }).trim()}
        </output>
      )}
    </div>
  )
}

/** A number of a form, which holds what was typed; null where it is none. */
function numberOf(value: unknown): number | null {
  const text = textOf(value).trim()
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? null : number
}
