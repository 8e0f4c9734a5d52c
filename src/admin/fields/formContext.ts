import { createContext, useContext } from 'react'
import type { Caller } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** What inputs know about their form. */
export interface FormInfo {
  resource: Resource
  caller: Caller
  /** The record being edited; null while one is created. */
  record: Values | null
  /** The fields the user has changed since the form's last reset. */
  typed?: Set<string>
  /** Problems of typed text, by field, that only the field's input can detect. */
  refused?: Map<string, Problem>
  /** Called after a field has changed. */
  onChanged?: (name: string) => void
  /** Called on blur of a field. */
  onLeft?: (name: string) => void
}

/** null outside of a form. */
export const FormInfoContext = createContext<FormInfo | null>(null)

export const FormInfoProvider = FormInfoContext.Provider

export function useFormInfo(): FormInfo {
  const info = useContext(FormInfoContext)
  if (!info) throw new Error('an input stands outside of a form')
  return info
}
