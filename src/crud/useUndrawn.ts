import { useNotify } from 'ra-core'
import { useCallback, type RefObject } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { Resource } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { useResourceWords } from './words.ts'

/** Says in a notice what is wrong with fields that do not stand in the form: a button that does nothing and says nothing would be a riddle. */
export function useUndrawn(resource: Resource, form: RefObject<HTMLElement | null>): (errors: FieldErrors<Values>) => void {
  const notify = useNotify()
  const { label } = useResourceWords(resource)
  return useCallback(
    (errors) => {
      const undrawn = Object.keys(errors).filter((name) => !form.current?.querySelector(`[data-field="${name}"]`))
      if (undrawn.length === 0) return
      const text = undrawn.map((name) => `${label(name)}: ${String(errors[name]?.message ?? '')}`).join(' ')
      notify(text, { type: 'error', messageArgs: { _: text } })
    },
    [notify, label, form],
  )
}
