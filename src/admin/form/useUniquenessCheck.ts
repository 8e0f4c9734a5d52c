import { useCallback, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { isTaken, type Claim } from '../../../dataProvider/taken.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** A form's check of values that must be unique. */
export interface UniquenessCheck {
  /** Problems of values known to be taken by another record, by field. */
  problemsOf: (values: Values) => Record<string, Problem>
  /** Call on blur: asks the platform whether the value is taken, debounced. */
  checkField: (form: UseFormReturn<Values>, name: string) => void
  /** Aborts a pending check: while the form is being saved, its values would be found taken by its own record. */
  stop: () => void
}

/** Checks unique values on blur, so that a form is not filled in vain. Saving checks again; a platform without this call reports it only then. */
export function useUniquenessCheck(resource: Resource, record: Row | null): UniquenessCheck {
  const takenKeys = useRef(new Set<string>())
  const asking = useRef(new AbortController())
  useEffect(() => () => asking.current.abort(), [])

  const problemsOf = useCallback(
    (values: Values) =>
      Object.fromEntries(
        uniqueFields(resource).flatMap((name) =>
          takenKeys.current.has(keyOf(resource, name, values)) ? [[name, { key: 'error.rule.unique' }]] : [],
        ),
      ),
    [resource],
  )
  const checkField = useCallback(
    (form: UseFormReturn<Values>, name: string) => {
      if (!uniqueFields(resource).includes(name)) return
      asking.current.abort()
      const { signal } = (asking.current = new AbortController())
      const check = async () => {
        const values = form.getValues()
        const value = textIn(values, name)
        const key = keyOf(resource, name, values)
        const wrong = form.getFieldState(name).invalid && !takenKeys.current.has(key)
        if (signal.aborted || value === '' || wrong || (record !== null && value === textIn(record, name))) return
        // Shows nothing when the platform cannot tell: saving reports the conflict.
        const taken = await checkTaken(
          resource,
          { field: name, value, id: record?.id ?? null, project: projectIn(resource, values) },
          signal,
        )
        if (taken === null || taken === takenKeys.current.has(key)) return
        if (taken) takenKeys.current.add(key)
        else takenKeys.current.delete(key)
        await form.trigger(name)
      }
      setTimeout(() => void check(), CHECK_DELAY_MS)
    },
    [resource, record],
  )
  const stop = useCallback(() => asking.current.abort(), [])
  return { problemsOf, checkField, stop }
}

/** Delay in ms that lets the user return to the field just left. */
const CHECK_DELAY_MS = 200

/** Asks whether a value is taken; null where the platform lacks the call, or does not answer. */
async function checkTaken(resource: Resource, claim: Claim, signal: AbortSignal): Promise<boolean | null> {
  try {
    return (await loadCapabilities()).extensions.has('taken') ? await isTaken(resource.api, claim, signal) : null
  } catch {
    return null
  }
}

const uniqueFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => resource.fields[name]?.unique)

const textIn = (values: Values, name: string): string => String(values[name] ?? '').trim()

const projectIn = ({ scope }: Resource, values: Values): number | null =>
  scope.project === null || scope.project === 'id' ? null : Number(values[scope.project]) || null

/** Key of a value that must be unique within its project, or on the whole platform. */
const keyOf = (resource: Resource, name: string, values: Values): string =>
  JSON.stringify([
    name,
    resource.fields[name]?.unique === 'project' ? projectIn(resource, values) : null,
    textIn(values, name),
  ])
