import { Info } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Values } from '../../../resources/kit/validate.ts'
import { shownFields } from '../../admin/form/formValues.ts'
import { FieldInput } from '../../admin/fields/FieldInput.tsx'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { GrantTabs } from './GrantTabs.tsx'
import { UserShape } from './UserShape.tsx'
import css from './user.module.css'

/** Content of the user form. */
export default function UserForm() {
  const translate = useTranslate()
  const { resource, caller, record } = useFormInfo()
  const values = useWatch<Values>()
  const shown = new Set(shownFields(resource, caller, values))
  const field = (name: string, wide = false) => <FieldInput key={name} name={name} wide={wide} />
  return (
    <UserShape
      resource={resource}
      isNew={record === null}
      shown={shown}
      field={field}
      body={
        <div className={css.grantsFrame}>
          <GrantTabs />
          <p className={css.grantsHint}>
            <Info size={14} aria-hidden />
            {translate('user.hint')}
          </p>
        </div>
      }
    />
  )
}
