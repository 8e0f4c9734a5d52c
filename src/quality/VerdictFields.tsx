import { required, useInput } from 'react-admin'
import { useWatch, type FieldValues } from 'react-hook-form'
import type { Verdict } from '../../dataProvider/calls/quality.ts'
import { Problem } from '../admin/fields/Problem.tsx'
import controlsCss from '../kit/controls.module.css'
import { Segment } from '../kit/index.ts'
import css from './quality.module.css'
import { asStored, type ShownLine } from './shownLine.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

/** Good after all, suspect, failed; or a correction: by zero and factor, or to one value. */
const KINDS = ['good', 'suspect', 'fail', 'scale', 'value'] as const
type Kind = (typeof KINDS)[number]
const FLAGS: Partial<Record<Kind, number>> = { good: 1, suspect: 3, fail: 4 }
const MAX_CHARS = 500

/** Initial values of the fields. */
export const NO_VERDICT = { kind: 'good', zero: '0', factor: '1', value: '', reason: '' } as const

/** Returns the verdict of the form's values; numbers are in display units if the node's display is linear. */
export function verdictOf(values: FieldValues, line: ShownLine): Verdict {
  const kind = values['kind'] as Kind
  const number = (name: string) => Number(values[name])
  const reason = String(values['reason']).trim()
  if (kind === 'scale') return { ...asStored({ zero: number('zero'), factor: number('factor') }, line), reason }
  if (kind === 'value') return { ...asStored({ value: number('value') }, line), reason }
  return { flag: FLAGS[kind], reason }
}

/**
 * The fields of a review, inside react-admin's form.
 *
 * @param isStored whether numbers are raw values, since display units cannot be converted
 */
export function VerdictFields({ isStored }: { isStored: boolean }) {
  const translate = useLateWords('qualityPage')
  const { field } = useInput<Kind>({ source: 'kind', defaultValue: NO_VERDICT.kind, parse: (value) => value })
  const kind = (useWatch({ name: 'kind' }) as Kind | undefined) ?? 'good'
  return (
    <div className={css.verdict}>
      <div className={css.kinds}>
        <Segment
          label={translate('qualityPage.verdict')}
          options={KINDS.map((value) => ({ value, label: translate(`qualityPage.kinds.${value}`) }))}
          value={field.value}
          onChange={(value) => field.onChange(value)}
        />
      </div>
      <p className={controlsCss.fieldHelp}>
        {translate(`qualityPage.kindHelp.${kind}`)}
        {isStored && !(kind in FLAGS) && translate('qualityPage.numbersStored')}
      </p>
      {kind === 'scale' && (
        <div className={css.numbers}>
          <NumberField source="zero" label={translate('qualityPage.zero')} />
          <NumberField source="factor" label={translate('qualityPage.factor')} />
        </div>
      )}
      {kind === 'value' && <NumberField source="value" label={translate('qualityPage.value')} />}
      <Reason />
    </div>
  )
}

export const NEEDED = required('error.rule.required')
const isNumber = (text: unknown) =>
  String(text ?? '').trim() !== '' && Number.isFinite(Number(text)) ? undefined : 'error.rule.number'

function NumberField({ source, label }: { source: 'zero' | 'factor' | 'value'; label: string }) {
  const { id, field, fieldState } = useInput<string>({
    source,
    defaultValue: NO_VERDICT[source],
    parse: (text: string) => text,
    validate: isNumber,
  })
  return (
    <div className={controlsCss.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...field}
        id={id}
        className={controlsCss.input}
        inputMode="decimal"
        aria-invalid={fieldState.invalid}
        aria-describedby={fieldState.error ? `${id}-problem` : undefined}
      />
      <Problem id={id} message={fieldState.error?.message} />
    </div>
  )
}

function Reason() {
  const translate = useLateWords('qualityPage')
  const { id, field, fieldState } = useInput<string>({
    source: 'reason',
    defaultValue: NO_VERDICT.reason,
    parse: (text: string) => text,
    validate: NEEDED,
  })
  return (
    <div className={controlsCss.field}>
      <label htmlFor={id}>{translate('qualityPage.reason')}</label>
      <textarea
        {...field}
        id={id}
        className={controlsCss.input}
        maxLength={MAX_CHARS}
        rows={2}
        aria-required
        aria-invalid={fieldState.invalid}
        aria-describedby={fieldState.error ? `${id}-problem` : undefined}
      />
      <Problem id={id} message={fieldState.error?.message} />
    </div>
  )
}
