import { Plus } from 'lucide-react'
import { useInput, useTranslate } from 'react-admin'
import { createElement, memo, Suspense, type ComponentType } from 'react'
import { resourceOf } from '../../../resources/index.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import type { Field } from '../../../resources/kit/define.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import textCss from '../../kit/text.module.css'
import { useSlots } from '../slots.ts'
import type { ControlProps } from './controls/control.ts'
import { FieldText } from './FieldText.tsx'
import { useFormInfo } from './formContext.ts'
import { inputs } from './inputs.tsx'
import { InputSkeleton } from './controls/InputSkeleton.tsx'
import { projectField } from './controls/refChoices.ts'
import { useInnerLabel, useLabel } from './useLabel.ts'
import css from './fields.module.css'

interface FieldInputProps {
  name: string
  /** Takes the whole line. */
  wide?: boolean
  /** The section's title already is its label. */
  plain?: boolean
}

/**
 * One field of a form: label above, the input of its type or slot, help or problem below. Memoized, so that typing in
 * one field does not render the others.
 */
export const FieldInput = memo(function FieldInput({ name, wide = false, plain = false }: FieldInputProps) {
  const slots = useSlots()
  const { resource, record, typed, onChanged, onLeft } = useFormInfo()
  const pick = useLabel()
  const translate = useTranslate()
  const field = resource.fields[name]
  if (!field) throw new Error(`${resource.path} has no field ${name}`)
  const { field: bound, fieldState } = useInput({ source: name, format: asItIs, parse: asItIs })
  const id = `${resource.path.replaceAll('/', '-')}-${name}`
  const problem = fieldState.error?.message
  const help = field.secret && record ? translate('crud.secretKept') : field.help && pick(field.help)
  const control: ControlProps = {
    id,
    name,
    field: field as ControlProps['field'],
    value: bound.value,
    onChange: (value) => {
      typed?.add(name)
      bound.onChange(value)
      onChanged?.(name)
    },
    onBlur: () => {
      // A field that was left without typing is not reported as empty; saving reports it.
      if (isEmpty(bound.value) && typed?.has(name) === false) return
      bound.onBlur()
      onLeft?.(name)
    },
    inputRef: bound.ref,
    disabled: record !== null && field.fixed === true,
    invalid: problem !== undefined,
    describedBy: (problem ?? help) ? `${id}-text` : undefined,
    label: pick(field.label),
  }
  return (
    <div className={css.field} data-part="field" data-field={name} data-wide={wide || undefined}>
      <div className={plain ? textCss.visuallyHidden : css.head} data-part={!plain ? 'field-head' : undefined}>
        <label htmlFor={id} id={`${id}-label`}>
          {control.label}
          {field.required && !(field.secret && record) && <RequiredMark />}
        </label>
        <NewLink field={field} name={name} />
      </div>
      {field.input ? (
        <Suspense fallback={<InputSkeleton name={name} field={field} />}>
          <slots.input slot={field.input} control={control} />
        </Suspense>
      ) : (
        createElement(inputs[field.type] as ComponentType<ControlProps>, control)
      )}
      {(field.type !== 'flag' || help || problem) && <FieldText id={`${id}-text`} help={help} problem={problem} />}
    </div>
  )
})

/** A form holds values as its inputs do, with '' for empty. */
const asItIs = (value: unknown): unknown => value

/** Mark after the label of a required field. */
export function RequiredMark() {
  const translate = useTranslate()
  return (
    <span className={css.required} title={translate('error.rule.required')} aria-hidden>
      *
    </span>
  )
}

/** Link to create a record that this form needs first; opens another tab, so that nothing typed here is lost. */
function NewLink({ field, name }: { field: Field; name: string }) {
  const { resource, caller } = useFormInfo()
  const translate = useTranslate()
  const pick = useInnerLabel()
  if (field.type !== 'ref' || name === projectField(resource)) return null
  const target = resourceOf(field.to)
  if (target.tree || !target.screen || !mayUse(caller, target, 'create')) return null
  return (
    <a className={css.link} data-part="link" href={`/${target.path}/create`} target="_blank" rel="noreferrer">
      <Plus size={14} aria-hidden />
      {translate('crud.new', { noun: pick(target.noun) })}
    </a>
  )
}
