import { DialogContent } from '@mui/material'
import { useTranslate } from 'ra-core'
import { createElement, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react'
import { FormProvider, useForm, type Resolver } from 'react-hook-form'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { FormInfoProvider } from '../fields/formContext.ts'
import { useSentence } from '../fields/useSentence.ts'
import { formSlots } from '../slots.ts'
import { useCaller } from '../ui/index.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FormFoot } from './FormFoot.tsx'
import { FormSections } from './FormSections.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { formProblems, shownFields, startValues, type Presets } from './formValues.ts'
import { mergedValues } from './merged.ts'
import { recheck } from './recheck.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { useFirstFocus } from './useFirstFocus.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'
import type { Secret } from './secrets.ts'
import { useSave } from './useSave.ts'
import { useTaken } from './useTaken.ts'
import { useUndrawn } from './useUndrawn.ts'

interface RecordFormProps {
  resource: Resource
  /** null creates one. */
  record: Row | null
  /** What a new one starts as a copy of. */
  template?: Row | null
  presets: Presets
  onClose: () => void
  /** Filled with the way to close that asks first when something would be lost. */
  closeRef: RefObject<(() => void) | null>
}

/** The form of a record: checked on leaving a field and then with every change; saved before it closes, with the platform's objections at their fields. */
export function RecordForm({ resource, record, template = null, presets, onClose, closeRef }: RecordFormProps) {
  const translate = useTranslate()
  const sentence = useSentence()
  const caller = useCaller()
  const [start] = useState(() => startValues(resource, caller, record, presets, template))
  // What is compared with when it is saved: the record as the form shows it.
  const [base, setBase] = useState(record)
  // What its inputs are told of: the same as long as it says the same, so that they are not drawn again.
  const [told, setTold] = useState(record)
  const { problemsOf, left, stop } = useTaken(resource, record)
  const resolver = useCallback<Resolver<Values>>(
    (values) => {
      const problems = Object.entries({ ...problemsOf(values), ...formProblems(resource, caller, values, base) })
      const errors = Object.fromEntries(problems.map(([name, { key, args }]) => [name, { type: 'rule', message: sentence(key, args) }]))
      return problems.length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
    [resource, caller, sentence, problemsOf, base],
  )
  const form = useForm<Values>({ defaultValues: start, mode: 'onTouched', resolver, shouldFocusError: true })
  const { isDirty, isSubmitting, errors } = form.formState
  const [typed] = useState(() => new Set<string>())
  const guard = useLeaveGuard(isDirty, onClose)
  const show = useCallback(
    (shown: Row) => {
      setBase(shown)
      setTold(shown)
      form.reset(startValues(resource, caller, shown, {}))
      typed.clear()
    },
    [form, resource, caller, typed],
  )
  // The record read anew takes the place of the list's row, unless something was typed already: then saving it will ask.
  const seen = useRef(record)
  useEffect(() => {
    if (!record || record === seen.current) return
    seen.current = record
    if (isDirty) return
    // Mostly it is what the row said already: then nothing is drawn again.
    if (sameValues(startValues(resource, caller, record, {}), form.getValues())) setBase(record)
    else show(record)
  }, [record, isDirty, show, resource, caller, form])
  const frame = useRef<HTMLFormElement>(null)
  // A form of its own kind may still be loading: until it is drawn there is nothing to begin with, and nothing to save.
  const own = resource.formSlot && formSlots[resource.formSlot]
  const [drawn, setDrawn] = useState(() => !own || own.isLoaded())
  useFirstFocus(frame, drawn)
  // Nothing is disabled while it is saved: a disabled button drops the focus. useSave takes one call at a time.
  const { close } = guard
  const closeUnlessBusy = useCallback(() => !isSubmitting && close(), [isSubmitting, close])
  useEffect(() => {
    closeRef.current = closeUnlessBusy
    return () => {
      closeRef.current = null
    }
  }, [closeRef, closeUnlessBusy])

  const [once, setOnce] = useState<{ secrets: readonly Secret[]; again: boolean } | null>(null)
  const [stale, setStale] = useState<{ current: Row; values: Values } | null>(null)
  const save = useSave({ resource, form, onStale: setStale })
  const tellUndrawn = useUndrawn(resource, frame)
  const submit = (again: boolean) =>
    form.handleSubmit(async (values) => {
      if (!drawn) return
      stop()
      const saved = await save(base, values)
      if (!saved) return
      if (again) {
        form.reset(start)
        typed.clear()
        const first = shownFields(resource, caller, start)[0]
        if (first) form.setFocus(first)
      }
      if (saved.secrets.length > 0) setOnce({ secrets: saved.secrets, again })
      else if (!again) guard.leave()
    }, tellUndrawn)
  const settle = async (keep: boolean) => {
    if (!stale || !base) return
    setStale(null)
    if (!keep) return show(stale.current)
    // Over theirs, but only what was changed here.
    if (await save(stale.current, mergedValues(resource, caller, base, stale.current, stale.values))) guard.leave()
  }
  const forgetOnce = () => {
    setOnce(null)
    if (once && !once.again) guard.leave()
  }
  const info = useMemo(() => ({ resource, caller, record: told, typed, onChanged: (name: string) => recheck(form, resource, name), onLeft: (name: string) => left(form, name) }), [resource, caller, told, typed, left, form])
  return (
    <FormProvider {...form}>
      <FormInfoProvider value={info}>
        <form ref={frame} className="crud-form-frame" noValidate onSubmit={(event) => void submit(false)(event)} onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void submit(false)(event)}>
          <DialogContent className="crud-form">
            {own ? (
              <Suspense fallback={<FormSkeleton resource={resource} isNew={record === null} values={start} />}>
                {createElement(own as ComponentType)}
                <Drawn onDrawn={setDrawn} />
              </Suspense>
            ) : (
              <FormSections />
            )}
          </DialogContent>
          <FormFoot problems={Object.keys(errors).length} onCancel={closeUnlessBusy} onAgain={record === null ? () => void submit(true)() : undefined} waiting={!drawn} saving={isSubmitting} />
        </form>
        {stale && base && <StaleDialog resource={resource} base={base} current={stale.current} mine={stale.values} onKeep={() => void settle(true)} onTake={() => void settle(false)} onClose={() => setStale(null)} />}
        {once && <SecretDialog secrets={once.secrets} onClose={forgetOnce} />}
        {guard.asking && (
          <ConfirmDialog title={translate('crud.discardTitle')} text={translate('crud.discardText')} confirm={translate('crud.discard')} onConfirm={guard.leave} onClose={guard.stay} />
        )}
      </FormInfoProvider>
    </FormProvider>
  )
}

/** Stands beside what may be loading, and tells when both are drawn. */
function Drawn({ onDrawn }: { onDrawn: (drawn: boolean) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  return null
}

const sameValues = (one: Values, other: Values): boolean => Object.keys(one).every((name) => one[name] === other[name])
