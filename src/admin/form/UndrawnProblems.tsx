import { useNotify } from 'react-admin'
import { useEffect, useRef, type RefObject } from 'react'
import { useFormState } from 'react-hook-form'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useResourceWords } from '../words.ts'

/** Says in a notice what is wrong with fields that do not stand in the form: a button that does nothing and says nothing would be a riddle. */
export function UndrawnProblems({ resource, frame }: { resource: Resource; frame: RefObject<HTMLElement | null> }) {
  const notify = useNotify()
  const { label } = useResourceWords(resource)
  const { submitCount, errors } = useFormState<Values>()
  const told = useRef(submitCount)
  useEffect(() => {
    if (told.current === submitCount) return
    told.current = submitCount
    const undrawn = Object.keys(errors).filter((name) => !frame.current?.querySelector(`[data-field="${name}"]`))
    if (undrawn.length === 0) return
    const text = undrawn.map((name) => `${label(name)}: ${String(errors[name]?.message ?? '')}`).join(' ')
    notify(text, { type: 'error', messageArgs: { _: text } })
  }, [submitCount, errors, notify, label, frame])
  return null
}
