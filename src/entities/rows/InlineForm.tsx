import { Button } from '@mui/material'
import { CreateBase, EditBase, useTranslate } from 'react-admin'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { EntityForm } from '../../admin/form/EntityForm.tsx'
import { shownFields, startValues } from '../../admin/form/formValues.ts'
import { useFirstFocus } from '../../admin/form/useFirstFocus.ts'
import { FieldInput } from '../../admin/fields/FieldInput.tsx'
import { useCaller } from '../../kit/index.ts'
import css from './rows.module.css'

interface InlineFormProps {
  resource: Resource
  /** null creates a record. */
  record: Row | null
  /** Fixed values of a new record: its parents. */
  fixed: Values
  /** Name of the form: "New row below data". */
  label: string
  onDraft: (values: Values) => void
  onDirty: (dirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

/** A record's form in one line of a table, with the fields of the definition. Enter saves, Escape cancels. */
export function InlineForm(props: InlineFormProps) {
  const { resource, record, fixed, label, onCancel, onSaved } = props
  const caller = useCaller()
  const [start] = useState(() => startValues(resource, caller, null, { fixed }))
  const queryOptions = useMemo(
    () => (record ? { initialData: record, staleTime: Infinity, gcTime: 0 } : undefined),
    [record],
  )
  const frame = useRef<HTMLDivElement>(null)
  useFirstFocus(frame)
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Escape must not close the surrounding dialog.
    event.stopPropagation()
    onCancel()
  }
  const form = (
    <div ref={frame} role="form" aria-label={label} onKeyDown={leave}>
      <EntityForm resource={resource} record={record} className={css.form} onSaved={onSaved}>
        <Line {...props} />
      </EntityForm>
    </div>
  )
  const base = {
    disableAuthentication: true,
    redirect: false,
    mutationMode: 'pessimistic',
    resource: resource.path,
  } as const
  return record ? (
    // The row is edited as the table holds it, without another request.
    <EditBase<Row> {...base} id={record.id} queryOptions={queryOptions}>
      {form}
    </EditBase>
  ) : (
    <CreateBase {...base} record={start}>
      {form}
    </CreateBase>
  )
}

function Line({ resource, onDraft, onDirty, onCancel }: InlineFormProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const { isDirty, isSubmitting } = useFormState()
  const values = useWatch<Values>()
  const typed = JSON.stringify(values)
  const callbacks = useRef({ onDraft, onDirty })
  useEffect(() => {
    callbacks.current = { onDraft, onDirty }
  })
  useEffect(() => callbacks.current.onDraft(JSON.parse(typed) as Values), [typed])
  useEffect(() => callbacks.current.onDirty(isDirty), [isDirty])
  return (
    <>
      <div className={css.fields}>
        {shownFields(resource, caller, values).map((name) => (
          <FieldInput key={name} name={name} />
        ))}
      </div>
      <div className={css.buttons}>
        <Button onClick={onCancel}>{translate('crud.cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" aria-disabled={isSubmitting} aria-busy={isSubmitting}>
          {translate('crud.save.submit')}
        </Button>
      </div>
    </>
  )
}
