import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { FormProvider, useForm, type Resolver } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { formProblems, shownFields, startValues } from '../../crud/formValues.ts'
import { mergedValues } from '../../crud/merged.ts'
import { recheck } from '../../crud/recheck.ts'
import { StaleDialog } from '../../crud/StaleDialog.tsx'
import { useFirstFocus } from '../../crud/useFirstFocus.ts'
import { useSave } from '../../crud/useSave.ts'
import { FieldInput } from '../../fields/FieldInput.tsx'
import { useSentence } from '../../fields/useSentence.ts'
import { FormInfoProvider } from '../../fields/formContext.ts'
import { useCaller } from '../../ui/index.ts'

interface InlineFormProps {
  resource: Resource
  /** null creates one. */
  record: Row | null
  /** What is settled of a new record: its parents. */
  fixed: Values
  /** What it is called: "New row below data". */
  label: string
  onDraft: (values: Values) => void
  onDirty: (dirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

/** A record's form in one line of a table, its fields from the definition. Enter saves, Escape leaves it. */
export function InlineForm({ resource, record, fixed, label, onDraft, onDirty, onSaved, onCancel }: InlineFormProps) {
  const translate = useTranslate()
  const sentence = useSentence()
  const caller = useCaller()
  const [start] = useState(() => startValues(resource, caller, record, { fixed }))
  const [base, setBase] = useState(record)
  const resolver = useCallback<Resolver<Values>>(
    (values) => {
      const problems = Object.entries(formProblems(resource, caller, values, base))
      if (problems.length === 0) return { values, errors: {} }
      return { values: {}, errors: Object.fromEntries(problems.map(([name, { key, args }]) => [name, { type: 'rule', message: sentence(key, args) }])) }
    },
    [resource, caller, sentence, base],
  )
  const form = useForm<Values>({ defaultValues: start, mode: 'onTouched', resolver, shouldFocusError: true })
  const { isDirty, isSubmitting } = form.formState
  const [touched] = useState(() => new Set<string>())
  const [stale, setStale] = useState<{ current: Row; values: Values } | null>(null)
  const save = useSave({ resource, form, onStale: setStale })
  const values = form.watch()
  const fields = shownFields(resource, caller, values)

  const typed = JSON.stringify(values)
  const tell = useRef({ onDraft, onDirty })
  useEffect(() => {
    tell.current = { onDraft, onDirty }
  })
  useEffect(() => tell.current.onDraft(JSON.parse(typed) as Values), [typed])
  useEffect(() => tell.current.onDirty(isDirty), [isDirty])
  const frame = useRef<HTMLFormElement>(null)
  useFirstFocus(frame)

  const submit = form.handleSubmit(async (current) => {
    if (await save(base, current)) onSaved()
  })
  const settle = async (keep: boolean) => {
    if (!stale || !base) return
    setStale(null)
    if (keep) {
      if (await save(stale.current, mergedValues(resource, caller, base, stale.current, stale.values))) onSaved()
      return
    }
    setBase(stale.current)
    form.reset(startValues(resource, caller, stale.current, {}))
    touched.clear()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Not the dialog around it.
    event.stopPropagation()
    onCancel()
  }
  const info = useMemo(() => ({ resource, caller, record, typed: touched, onChanged: (name: string) => recheck(form, resource, name) }), [resource, caller, record, touched, form])
  return (
    <FormProvider {...form}>
      <FormInfoProvider value={info}>
        <form ref={frame} className="rows-form" noValidate aria-label={label} onSubmit={(event) => void submit(event)} onKeyDown={leave}>
          <div className="rows-fields">
            {fields.map((name) => (
              <FieldInput key={name} name={name} />
            ))}
          </div>
          <div className="rows-buttons">
            <Button onClick={onCancel}>{translate('crud.cancel')}</Button>
            <Button type="submit" variant="contained" color="primary" aria-disabled={isSubmitting} aria-busy={isSubmitting}>
              {translate('crud.save.submit')}
            </Button>
          </div>
        </form>
        {stale && base && <StaleDialog resource={resource} base={base} current={stale.current} mine={stale.values} onKeep={() => void settle(true)} onTake={() => void settle(false)} onClose={() => setStale(null)} />}
      </FormInfoProvider>
    </FormProvider>
  )
}
