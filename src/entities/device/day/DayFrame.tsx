import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import './day.css'

/** The day of a virtual rule: its heading, how it is used, and what it is drawn and typed with. */
export function DayFrame({ hint, children }: { hint?: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <fieldset className="crud-section day">
      <legend>{translate('device.day.title')}</legend>
      <p className="field-help" id={hint}>
        {translate('device.day.hint')}
      </p>
      {children}
    </fieldset>
  )
}
