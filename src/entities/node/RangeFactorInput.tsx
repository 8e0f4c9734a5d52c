import { useGetManyReference, useTranslate, type RaRecord } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { numberText, shownNumber, type ReadingLimits } from '../../../resources/kit/reading.ts'
import { readingLimitsOf } from '../../../resources/quantities.ts'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import { useFormInfo } from '../../admin/fields/formContext.ts'

/** Input for the range factor, with the range that the node can measure by this factor and by its quantity. */
export function RangeFactorInput(control: ControlProps) {
  const translate = useTranslate()
  const [min, max, pollutant, unit, script] = useWatch({
    name: ['min_value', 'max_value', 'pollutant', 'unitname', 'node_script'],
  })
  const keys = useKeys()
  const row = {
    min_value: numberOf(min),
    max_value: numberOf(max),
    range_factor: numberOf(control.value),
    node_script: textOf(script),
    pollutant: numberOf(pollutant),
    unitname: textOf(unit),
  }
  const found = new Map<string, string[]>()
  for (const key_msg of keys) {
    const limits = readingLimitsOf({ ...row, key_msg })
    if (!limits.own) continue
    const shown = shownRangeOf(limits, row.node_script)
    const [{ low, high }, unit] = shown ? [shown, row.unitname] : [limits, '']
    const range = { low: numberText(low), high: numberText(high), unit }
    const text = translate('crud.measures', range).trim()
    found.set(text, [...(found.get(text) ?? []), key_msg || '—'])
  }
  return (
    <div>
      <TextBox control={control} inputMode="decimal" />
      {[...found].map(([text, codes]) => (
        <output key={text} className={fieldsCss.help}>
          {found.size > 1 ? `${codes.join(', ')}: ${text}` : text}
        </output>
      ))}
    </div>
  )
}

/**
 * Returns the keys under which product models send the node, without duplicates: where no pollutant is chosen, they
 * tell what the node measures. Returns one empty key where no model sends it, or where that is unknown.
 */
function useKeys(): readonly string[] {
  const given = useFormInfo().record?.['id']
  const id = typeof given === 'number' ? given : undefined
  const { data = [] } = useGetManyReference<RaRecord<number>>(
    'manage/product/nodemap',
    { target: 'node_id', id: id ?? '' },
    { enabled: id !== undefined, retry: false },
  )
  const keys = new Set(data.map((map) => textOf(map['key_msg']).trim()))
  return keys.size > 0 ? [...keys].toSorted() : ['']
}

/**
 * Returns the measurable range as shown, in the node's unit; null where the script returns no number for the ends,
 * which are then those of stored values.
 */
function shownRangeOf({ low, high, shown }: ReadingLimits, script: string): { low: number; high: number } | null {
  const [one, other] = [shownNumber(script, low), shownNumber(script, high)]
  if (one === null || other === null) return null
  return {
    low: Math.max(Math.min(one, other), shown?.low ?? -Infinity),
    high: Math.min(Math.max(one, other), shown?.high ?? Infinity),
  }
}

/** Returns the number in a form's text; null where it is not a number. */
function numberOf(value: unknown): number | null {
  const text = textOf(value).trim()
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? null : number
}
