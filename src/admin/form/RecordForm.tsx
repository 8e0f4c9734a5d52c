import { layoutOf } from './formLayout.ts'
import { useLabel } from '../fields/useLabel.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import { useResourceWords } from '../words.ts'
import { DialogContent } from '@mui/material'
import { useSaveContext, useNotify } from 'react-admin'
import {
  createElement,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useFormInfo } from '../fields/formContext.ts'
import { useSlots } from '../slots.ts'
import { EntityForm } from './EntityForm.tsx'
import { FormFoot } from './FormFoot.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { shownFields } from './formValues.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { secretsIn, type Secret } from './secrets.ts'
import { UnsavedChanges, type Leaving } from './UnsavedChanges.tsx'
import { useFirstFocus } from './useFirstFocus.ts'
import css from './form.module.css'

interface RecordFormProps {
  resource: Resource
  /** null creates a record. */
  record: Row | null
  onClose: () => void
  /** Receives the function that closes the dialog and asks first when something would be lost. */
  leaving: RefObject<Leaving | null>
}

/**
 * Form of a record in a dialog, below CreateBase or EditBase: saved before it closes; secrets that are shown only once
 * appear in between.
 */
export function RecordForm({ resource, record, onClose, leaving }: RecordFormProps) {
  const slots = useSlots()
  const frame = useRef<HTMLDivElement>(null)
  // A form of the entity's own may still be loading: until it is drawn there is no field to focus, and nothing to save.
  const own = resource.formSlot && slots.forms[resource.formSlot]
  const [drawn, setDrawn] = useState(() => !own || own.isLoaded())
  useFirstFocus(frame, drawn)
  const [once, setOnce] = useState<{ secrets: readonly Secret[]; again: boolean } | null>(null)
  const finish = (answer: Row, again = false) => {
    const secrets = secretsIn(resource, answer)
    if (secrets.length > 0) setOnce({ secrets, again })
    else if (!again) leaving.current?.leave()
  }
  const forgetOnce = () => {
    if (once?.again) setOnce(null)
    else onClose()
  }
  return (
    <EntityForm resource={resource} record={record} className={css.formFrame} ready={drawn} onSaved={finish}>
      <DialogContent ref={frame} className={css.form} onKeyDown={submitByKey}>
        {own ? (
          <Suspense fallback={<Waiting isNew={record === null} />}>
            {createElement(own as ComponentType)}
            <Drawn onDrawn={setDrawn} />
          </Suspense>
        ) : (
          <FormSections />
        )}
      </DialogContent>
      <Foot
        waiting={!drawn}
        onCancel={() => leaving.current?.close()}
        onAgain={record === null ? (answer) => finish(answer, true) : undefined}
      />
      <UndrawnProblems resource={resource} frame={frame} />
      {/* Only one of the two at a time: a saved form has nothing to lose any more, unlike a secret that is shown
          once. */}
      {once ? (
        <SecretDialog ref={leaving} secrets={once.secrets} onClose={forgetOnce} />
      ) : (
        <UnsavedChanges ref={leaving} onClose={onClose} />
      )}
    </EntityForm>
  )
}

const submitByKey = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.closest('form')?.requestSubmit()
}

/** Nothing is disabled while the record is being saved: a disabled button loses the focus. */
function Foot({
  waiting,
  onCancel,
  onAgain,
}: {
  waiting: boolean
  onCancel: () => void
  onAgain?: (answer: Row) => void
}) {
  const { resource, caller, typed } = useFormInfo()
  const { handleSubmit, reset, getValues, setFocus } = useFormContext<Values>()
  const { errors, isSubmitting } = useFormState()
  const { save } = useSaveContext()
  const startAnew = (answer: Row) => {
    reset()
    typed?.clear()
    const first = shownFields(resource, caller, getValues())[0]
    if (first) setFocus(first)
    onAgain?.(answer)
  }
  const again = handleSubmit((values) => save?.(values, { onSuccess: startAnew }))
  return (
    <FormFoot
      problems={Object.keys(errors).length}
      onCancel={onCancel}
      onAgain={onAgain && (() => !waiting && void again())}
      waiting={waiting}
      saving={isSubmitting}
    />
  )
}

/** Skeleton in the layout of the form with its initial values. */
function Waiting({ isNew }: { isNew: boolean }) {
  const { resource } = useFormInfo()
  const { getValues } = useFormContext<Values>()
  return <FormSkeleton resource={resource} isNew={isNew} values={getValues()} />
}

/** Reports that its lazily loaded sibling has rendered. */
function Drawn({ onDrawn }: { onDrawn: (drawn: boolean) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  return null
}

/** Reports problems of fields that the form does not show; otherwise the save button would seem to do nothing. */
function UndrawnProblems({ resource, frame }: { resource: Resource; frame: RefObject<HTMLElement | null> }) {
  const notify = useNotify()
  const { label } = useResourceWords(resource)
  const { submitCount, errors } = useFormState<Values>()
  const reportedCount = useRef(submitCount)
  useEffect(() => {
    if (reportedCount.current === submitCount) return
    reportedCount.current = submitCount
    const undrawn = Object.keys(errors).filter((name) => !frame.current?.querySelector(`[data-field="${name}"]`))
    if (undrawn.length === 0) return
    const text = undrawn.map((name) => `${label(name)}: ${String(errors[name]?.message ?? '')}`).join(' ')
    notify(text, { type: 'error', messageArgs: { _: text } })
  }, [submitCount, errors, notify, label, frame])
  return null
}

/** A form's sections with the applicable fields; conditional fields appear and disappear in their place. */
function FormSections() {
  const { resource, caller } = useFormInfo()
  const { control } = useFormContext<Values>()
  const values = useWatch({ control })
  const pick = useLabel()
  return layoutOf(resource, new Set(shownFields(resource, caller, values))).map(({ index, label, columns, fields }) => (
    <fieldset key={index} className={css.section}>
      {label && <legend>{pick(label)}</legend>}
      <div className={css.grid} data-part="grid" data-columns={columns}>
        {fields.map(({ name, wide, plain }) => (
          <FieldInput key={name} name={name} wide={wide} plain={plain} />
        ))}
      </div>
    </fieldset>
  ))
}
