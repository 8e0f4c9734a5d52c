import { Info } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { isSuper } from '../../../resources/kit/access.ts'
import { useFirstFocus } from '../../crud/useFirstFocus.ts'
import { FieldInput } from '../../fields/FieldInput.tsx'
import { useFormInfo } from '../../fields/formContext.ts'
import { GrantTabs } from './GrantTabs.tsx'
import './user.css'

/** The inside of the user form: who it is, what they may do, remarks. */
export default function UserForm() {
  const translate = useTranslate()
  const { caller, record } = useFormInfo()
  const who = useRef<HTMLDivElement>(null)
  useFirstFocus(who)
  return (
    <>
      <div className="crud-grid" ref={who}>
        <FieldInput name="username" />
        <FieldInput name="nickname" />
        {isSuper(caller) && <FieldInput name="super_id" />}
        {isSuper(caller) && <FieldInput name="project_id" />}
        <FieldInput name="phonenum" />
        <FieldInput name="emailurl" />
      </div>
      <div className="grants-frame">
        <GrantTabs />
        <p className="grants-hint">
          <Info size={14} aria-hidden />
          {translate('user.hint')}
        </p>
      </div>
      <div className="crud-grid">
        <FieldInput name="explained" wide />
        {record && <FieldInput name="disabled" />}
      </div>
    </>
  )
}
