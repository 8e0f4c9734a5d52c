import { Button, DialogActions, DialogContent } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { createElement, Suspense, useCallback, useEffect, useMemo, useState, type ComponentType, type RefObject } from 'react'
import { FormProvider, useForm, type Resolver } from 'react-hook-form'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { FormInfoProvider } from '../fields/formContext.ts'
import { formSlots } from '../slots.ts'
import { useCaller } from '../ui/index.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FormSections } from './FormSections.tsx'
import { formProblems, shownFields, startValues, type Presets } from './formValues.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { useLeaveGuard } from './useLeaveGuard.ts'
import type { Secret } from './secrets.ts'
import { useSave } from './useSave.ts'

interface RecordFormProps {
  resource: Resource
  /** null creates one. */
  record: Row | null
  presets: Presets
  onClose: () => void
  /** Filled with the way to close that asks first when something would be lost. */
  closeRef: RefObject<(() => void) | null>
}

/** The form of a record: checked on leaving a field and then with every change; saved before it closes, with the platform's objections at their fields. */
export function RecordForm({ resource, record, presets, onClose, closeRef }: RecordFormProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const [start] = useState(() => startValues(resource, caller, record, presets))
  const resolver = useCallback<Resolver<Values>>(
    (values) => {
      const problems = Object.entries(formProblems(resource, caller, values))
      const errors = Object.fromEntries(problems.map(([name, { key, args }]) => [name, { type: 'rule', message: translate(key, args) }]))
      return problems.length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
    [resource, caller, translate],
  )
  const form = useForm<Values>({ defaultValues: start, mode: 'onTouched', resolver, shouldFocusError: true })
  const { isDirty, isSubmitting, errors } = form.formState
  const guard = useLeaveGuard(isDirty, onClose)
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
  const save = useSave({ resource, record, form })
  const submit = (again: boolean) =>
    form.handleSubmit(async (values) => {
      const saved = await save(values)
      if (!saved) return
      if (again) {
        form.reset(start)
        const first = shownFields(resource, caller, start)[0]
        if (first) form.setFocus(first)
      }
      if (saved.secrets.length > 0) setOnce({ secrets: saved.secrets, again })
      else if (!again) guard.leave()
    })
  const forgetOnce = () => {
    setOnce(null)
    if (once && !once.again) guard.leave()
  }
  const info = useMemo(() => ({ resource, caller, record }), [resource, caller, record])
  const count = Object.keys(errors).length
  return (
    <FormProvider {...form}>
      <FormInfoProvider value={info}>
        <form className="crud-form-frame" noValidate onSubmit={(event) => void submit(false)(event)}>
          <DialogContent className="crud-form">
            {resource.formSlot ? <Suspense>{createElement(formSlots[resource.formSlot] as ComponentType)}</Suspense> : <FormSections />}
          </DialogContent>
          <DialogActions>
            <span className="crud-problems" role="status">
              {count > 0 && (
                <>
                  <CircleAlert size={14} aria-hidden />
                  {translate('crud.problems', { smart_count: count })}
                </>
              )}
            </span>
            <Button onClick={closeUnlessBusy}>
              {translate('crud.cancel')}
            </Button>
            {record === null && (
              <Button onClick={() => void submit(true)()} aria-disabled={isSubmitting}>
                {translate('crud.saveAndNew')}
              </Button>
            )}
            <Button type="submit" variant="contained" color="primary" aria-disabled={isSubmitting} aria-busy={isSubmitting}>
              {translate('crud.save.submit')}
            </Button>
          </DialogActions>
        </form>
        {once && <SecretDialog secrets={once.secrets} onClose={forgetOnce} />}
        {guard.asking && (
          <ConfirmDialog title={translate('crud.discardTitle')} text={translate('crud.discardText')} confirm={translate('crud.discard')} onConfirm={guard.leave} onClose={guard.stay} />
        )}
      </FormInfoProvider>
    </FormProvider>
  )
}
