import { createContext, useContext } from 'react'
import type { Caller } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** What a form's inputs know about the form they stand in. */
export interface FormInfo {
  resource: Resource
  caller: Caller
  /** The record that is edited, or null while one is created. */
  record: Values | null
  /** The fields that were typed into, or chosen in, since the form stands as it stands. */
  typed?: Set<string>
  /** Told which field was changed, after it was. */
  onChanged?: (name: string) => void
  /** Told which field was left. */
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
