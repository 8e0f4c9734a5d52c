import { Form, SaveContextProvider, useRecordContext } from 'react-admin'
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { useFormContext, useFormState, type Resolver, type UseFormReturn } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { FormInfoProvider } from '../fields/formContext.ts'
import { useSentence } from '../fields/useSentence.ts'
import { useCaller } from '../../kit/index.ts'
import { formProblems, isDrawn, startValues } from './formValues.ts'
import { mergedValues } from './merged.ts'
import { StaleDialog } from './StaleDialog.tsx'
import { useQuestion } from './useQuestion.tsx'
import { useSave, type Stale } from './useSave.ts'
import { useUniquenessCheck } from './useUniquenessCheck.ts'

interface EntityFormProps {
  resource: Resource
  /** null creates a record, which starts as the record of CreateBase. */
  record: Row | null
  className: string | undefined
  /** Until its inputs are drawn, nothing can be saved. */
  ready?: boolean
  /** Called with the platform's answer. */
  onSaved: (answer: Row) => void
  /** Placed below CreateBase or EditBase: inputs, and a button that submits. */
  children: ReactNode
}

/**
 * react-admin's `Form` driven by a definition: its values are the record as the inputs hold it, its validation is the
 * definition's, and saving first detects whether another user changed the record meanwhile. Fields are validated on
 * blur, and from then on with every change.
 */
export function EntityForm({ resource, record, className, ready = true, onSaved, children }: EntityFormProps) {
  const caller = useCaller()
  const form = useRef<UseFormReturn<Values>>(null)
  // The record as the form shows it: the basis for detecting concurrent changes on save.
  const [base, setBase] = useState(record)
  // The record given to the inputs: its identity changes only with its content, so that they do not render again.
  const [formRecord, setFormRecord] = useState(record)
  const values = useMemo(
    () => (formRecord ? startValues(resource, caller, formRecord, {}) : undefined),
    [resource, caller, formRecord],
  )
  const [typed] = useState(() => new Set<string>())
  const [refused] = useState(() => new Map<string, Problem>())
  const [stale, setStale] = useState<Stale | null>(null)
  const { problemsOf, checkField, stop } = useUniquenessCheck(resource, record)
  const start = useRecordContext<Values>({ record: values })
  const resolver = useDefinitionResolver(resource, base, start, problemsOf, refused)
  const { asking, confirm } = useQuestion(resource)
  const { context, saveOver } = useSave({
    resource,
    record: base,
    form,
    ready,
    onBegin: stop,
    onStale: setStale,
    onSaved,
    confirm,
  })

  const show = useCallback(
    (shown: Row) => {
      setBase(shown)
      setFormRecord(shown)
      form.current?.reset(startValues(resource, caller, shown, {}))
      typed.clear()
      refused.clear()
    },
    [resource, caller, typed, refused],
  )
  const takeNewest = useCallback(
    (newest: Row) => {
      // The refetched record usually equals the list's row; then nothing renders again.
      if (values && sameValues(startValues(resource, caller, newest, {}), values)) setBase(newest)
      else show(newest)
    },
    [resource, caller, values, show],
  )
  const settle = (keep: boolean) => {
    if (!stale || !base) return
    setStale(null)
    if (!keep) return show(stale.current)
    // Saves over the other user's version, but only the fields that were changed here.
    void saveOver(stale.current, mergedValues(resource, caller, base, stale.current, stale.values))
  }
  const info = useMemo(
    () => ({
      resource,
      caller,
      record: formRecord,
      typed,
      refused,
      onChanged: (name: string) => form.current && recheck(form.current, resource, name),
      onLeft: (name: string) => form.current && checkField(form.current, name),
    }),
    [resource, caller, formRecord, typed, refused, checkField],
  )
  return (
    <SaveContextProvider value={context}>
      <Form
        className={className}
        record={values}
        mode="onTouched"
        resolver={resolver}
        noValidate
        disableInvalidFormNotification
      >
        <FormInfoProvider value={info}>
          <Inside handle={form} record={record} onNewest={takeNewest} />
          {children}
          {asking}
          {stale && base && (
            <StaleDialog
              resource={resource}
              base={base}
              current={stale.current}
              mine={stale.values}
              onKeep={() => settle(true)}
              onTake={() => settle(false)}
              onClose={() => setStale(null)}
            />
          )}
        </FormInfoProvider>
      </Form>
    </SaveContextProvider>
  )
}

/**
 * Uses the form's context, which only a child of `Form` has. The refetched record replaces the list's row, unless the
 * form is dirty: then saving detects the conflict.
 */
function Inside({
  handle,
  record,
  onNewest,
}: {
  handle: Ref<UseFormReturn<Values>>
  record: Row | null
  onNewest: (record: Row) => void
}) {
  const form = useFormContext<Values>()
  const { isDirty } = useFormState()
  useImperativeHandle(handle, () => form, [form])
  const lastRecord = useRef(record)
  useEffect(() => {
    if (!record || record === lastRecord.current) return
    lastRecord.current = record
    if (!isDirty) onNewest(record)
  }, [record, isDirty, onNewest])
  return null
}

/** Resolver that gives react-hook-form the problems found by the definition and by the inputs. */
function useDefinitionResolver(
  resource: Resource,
  record: Row | null,
  start: Values | undefined,
  problemsOf: (values: Values) => ReturnType<typeof formProblems>,
  refused: ReadonlyMap<string, Problem>,
): Resolver<Values> {
  const sentence = useSentence()
  const caller = useCaller()
  return useCallback(
    (values) => {
      const problems = Object.entries({
        ...problemsOf(values),
        ...formProblems(resource, caller, values, record, record ?? start),
        ...Object.fromEntries(refused),
      })
      const errors = Object.fromEntries(
        problems.map(([name, { key, args }]) => [name, { type: 'rule', message: sentence(key, args) }]),
      )
      return problems.length > 0
        ? { values: {}, errors }
        : { values: drawnValues(resource, caller, values, start ?? {}), errors: {} }
    },
    [resource, caller, sentence, problemsOf, refused, record, start],
  )
}

/**
 * react-admin lets a form be opened with values in its address. Fields without an input are saved with the form's
 * initial values, not with those of a link.
 */
const drawnValues = (resource: Resource, caller: Caller, values: Values, start: Values): Values =>
  Object.fromEntries(
    Object.keys(start).map((name) => [
      name,
      (resource.fields[name] && isDrawn(resource.fields[name], caller) ? values : start)[name],
    ]),
  )

/** Validates fields again that are compared with a changed field (`above`), where they already show a problem. */
function recheck(form: UseFormReturn<Values>, resource: Resource, changed: string): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.type === 'decimal' && field.above === changed && form.getFieldState(name).error) void form.trigger(name)
  }
}

const sameValues = (one: Values, other: Values): boolean => Object.keys(one).every((name) => one[name] === other[name])
