import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import css from './day.module.css'
import formCss from '../../../admin/form/form.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'

/** Frame of a virtual rule's day: heading, hint, and the curve and table inside. */
export function DayFrame({ hint, children }: { hint?: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <fieldset className={clsx(formCss.section, css.day)}>
      <legend>{translate('device.day.title')}</legend>
      <p className={fieldsCss.help} id={hint}>
        {translate('device.day.hint')}
      </p>
      {children}
    </fieldset>
  )
}
