import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { WireError } from '../../dataProvider/http.ts'
import { rowOf, type Row } from '../../dataProvider/rows.ts'
import type { Guard } from '../../dataProvider/stale.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { messageOf, useCaller } from '../ui/index.ts'
import { shownFields } from './formValues.ts'
import { secretsIn, type Secret } from './secrets.ts'
import { useSaved } from './useSaved.ts'
import { useResourceWords } from './words.ts'

interface SaveOptions {
  resource: Resource
  form: UseFormReturn<Values>
  /** Somebody else changed the record since it was opened: nothing is saved, both have to be looked at. */
  onStale: (stale: { current: Row; values: Values }) => void
}

/** What became of saving: what the platform shows only this once. */
export interface Saved {
  secrets: readonly Secret[]
}

/**
 * Saves a form's values, as a change of `record` or as a new one; null where that failed. A refusal puts its sentences at the fields they are about, and what has
 * no field here into the toast. A second call while one is under way does nothing.
 */
export function useSave({ resource, form, onStale }: SaveOptions): (record: Row | null, values: Values) => Promise<Saved | null> {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const caller = useCaller()
  const saved = useSaved()
  const busy = useRef(false)

  const refuse = (failure: unknown, values: Values) => {
    const errors = failure instanceof WireError ? (failure.body.errors ?? {}) : {}
    const shown = shownFields(resource, caller, values)
    const placed = shown.filter((name) => errors[name] !== undefined)
    placed.forEach((name, index) => form.setError(name, { type: 'server', message: errors[name] }, { shouldFocus: index === 0 }))
    const others = Object.entries(errors).filter(([name]) => !placed.includes(name)).map(([name, message]) => `${words.label(name)}: ${message}`)
    const text = [messageOf(failure, translate), ...others].join(' ')
    notify(text, { type: 'error', messageArgs: { _: text } })
  }

  return async (record, values) => {
    if (busy.current) return null
    busy.current = true
    try {
      const { data } = record
        ? await dataProvider.update<Row>(resource.path, { id: record.id, data: values, previousData: record, meta: { guard: await guardOf() } })
        : await dataProvider.create<Row>(resource.path, { data: values })
      notify(record ? 'crud.saved' : 'crud.created', { type: 'success', messageArgs: { noun: words.noun } })
      void saved(resource.path)
      return { secrets: secretsIn(resource, data) }
    } catch (failure) {
      const current = currentIn(resource, failure)
      if (current) onStale({ current, values })
      else refuse(failure, values)
      return null
    } finally {
      busy.current = false
    }
  }
}

/** Whether the platform itself compares what it is told with what it holds. */
const guardOf = async (): Promise<Guard> => ((await loadCapabilities()).extensions.has('unmodified') ? 'header' : 'read')

/** The record as it is now, out of a refusal that says it was changed; null of any other failure. */
function currentIn(resource: Resource, failure: unknown): Row | null {
  if (!(failure instanceof WireError) || failure.status !== 409) return null
  const { data } = failure.body
  return typeof data === 'object' && data !== null && 'current' in data ? rowOf(resource, data.current) : null
}
