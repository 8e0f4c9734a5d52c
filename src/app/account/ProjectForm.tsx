import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useNotify, useTranslate } from 'react-admin'
import { useId, useRef, useState, type FormEvent } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import { PROJECT_FIELDS, saveProject, type MyProject, type ProjectEdit } from '../../../dataProvider/calls/project.ts'
import { problemsOf } from '../../../resources/kit/validate.ts'
import { project as definition } from '../../../resources/project.ts'
import { useSaved } from '../../admin/useSaved.ts'
import { messageOf, useMe } from '../../kit/index.ts'
import controlsCss from '../../kit/controls.module.css'
import { LogoField } from './LogoField.tsx'
import { ReadOnlyFields } from './ReadOnlyFields.tsx'
import { MY_PROJECT_KEY } from './useMyProject.ts'
import css from './project.module.css'

interface ProjectFormProps {
  project: MyProject
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  onSaved: () => void
}

/**
 * Form for name, contact, configuration, remarks and logo, by the rules of the definition; a refusal keeps the typed
 * values and is shown at its field.
 */
export function ProjectForm({ project, onDirty, onCancel, onSaved }: ProjectFormProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const saved = useSaved()
  const { userToken } = useMe()
  const form = useRef<HTMLFormElement>(null)
  const base = useId()
  const [values, setValues] = useState<ProjectEdit>(project)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  const label = (field: string) => translate(`resources.${definition.path}.fields.${field}`)
  const found = tried ? problemsOf(definition, { ...values }, editable) : {}
  const problemOf = (field: keyof ProjectEdit): string | null => {
    const problem = found[field]
    return problem ? translate(problem.key, problem.args) : refused[field] || null
  }
  const set = (field: keyof ProjectEdit) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setRefused((before) => ({ ...before, [field]: '' }))
    onDirty(true)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    setTried(true)
    setFailure(null)
    const [first] = Object.keys(problemsOf(definition, { ...values }, editable))
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setSending(true)
    try {
      await saveProject(project.id, values)
      onDirty(false)
      notify('crud.saved', { type: 'success', messageArgs: { noun: translate('shell.project') } })
      void saved(definition.path)
      // Shown until the platform has answered anew: the form may be opened again before that.
      client.setQueryData<MyProject>(MY_PROJECT_KEY, { ...project, ...values })
      void client.invalidateQueries({ queryKey: MY_PROJECT_KEY })
      onSaved()
    } catch (error) {
      setRefused(error instanceof WireError ? (error.body.errors ?? {}) : {})
      setFailure(messageOf(error, translate))
      setSending(false)
    }
  }

  const line = (field: Exclude<keyof ProjectEdit, 'ico'>) => {
    const problem = problemOf(field)
    const shared = {
      id: `${base}-${field}`,
      name: field,
      className: controlsCss.input,
      value: values[field],
      'aria-invalid': problem !== null,
      'aria-describedby': problem === null ? undefined : `${base}-${field}-problem`,
      onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
    }
    return (
      <div className={clsx(controlsCss.field, field === 'explained' && css.wide)}>
        <label htmlFor={shared.id}>
          {label(field)}
          {field === 'name' && ' *'}
        </label>
        {field === 'explained' ? (
          <textarea {...shared} rows={3} maxLength={500} />
        ) : (
          <input
            {...shared}
            type={field === 'contact' ? 'tel' : 'text'}
            required={field === 'name'}
            maxLength={field === 'config' ? 500 : 60}
          />
        )}
        {problem && (
          <p className={controlsCss.fieldError} id={`${base}-${field}-problem`} role="alert">
            {problem}
          </p>
        )}
      </div>
    )
  }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {failure && !Object.values(refused).some(Boolean) && (
        <p className={clsx(css.wide, css.failure)} role="alert">
          {failure}
        </p>
      )}
      {line('name')}
      {line('contact')}
      <LogoField label={label('ico')} value={values.ico} problem={problemOf('ico')} onChange={set('ico')} />
      {line('config')}
      {line('explained')}
      <ReadOnlyFields
        pin={{ label: label('pin_code'), value: project.pin_code }}
        messages={{ label: label('remain_sms'), value: project.remain_sms }}
        credential={userToken}
      />
      <div className={clsx(css.wide, css.buttons)}>
        <Button onClick={onCancel}>{translate('crud.cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" aria-disabled={sending}>
          {translate('ra.action.save')}
        </Button>
      </div>
    </form>
  )
}

const editable: ReadonlySet<string> = new Set(PROJECT_FIELDS)
