import {
  useNotify,
  useRegisterMutationMiddleware,
  useSaveContext,
  useTranslate,
  type DataProvider,
  type SaveContextValue,
} from 'react-admin'
import { useCallback, useMemo, useRef, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { rowOf, type Row } from '../../../dataProvider/rows.ts'
import type { StaleGuard } from '../../../dataProvider/stale.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useSaved } from '../useSaved.ts'
import { useStable } from '../useStable.ts'
import { useResourceWords } from '../words.ts'
import { messageOf, useCaller } from '../../kit/index.ts'
import { shownFields } from './formValues.ts'

/**
 * A conflict: another user changed the record since it was opened. Holds the current record and the values to be saved.
 */
export interface Stale {
  current: Row
  values: Values
}

interface SaveOptions {
  resource: Resource
  /** The record as it was opened; null while one is created. */
  record: Row | null
  form: RefObject<UseFormReturn<Values> | null>
  /** Whether there is something to save. */
  ready: boolean
  onBegin: () => void
  /** Nothing was saved: the user has to resolve the conflict. */
  onStale: (stale: Stale) => void
  onSaved: (answer: Row) => void
  /** Asks before a change is saved where the definition has a question (`question`); false: do not save. */
  confirm: (previous: Row, values: Values) => Promise<boolean>
}

/**
 * Returns the save function of CreateBase or EditBase, extended for all forms of the console, as a save context for
 * `Form` and for buttons: it compares with the record that was opened, ignores repeated presses, and reports success in
 * a toast. A refusal's messages are shown at their fields; messages for fields that the form does not show go into the
 * toast.
 */
export function useSave({ resource, record, form, ready, onBegin, onStale, onSaved, confirm }: SaveOptions): {
  context: SaveContextValue
  saveOver: (previous: Row, values: Values) => Promise<void>
} {
  const base = useSaveContext()
  const notify = useNotify()
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const caller = useCaller()
  const saved = useSaved()
  const busy = useRef(false)
  const over = useRef<Row | null>(null)

  // EditBase compares with the record that it read last; the comparison must be with the record that the form shows.
  const compared = useCallback<Middleware>(async (path, params, next) => {
    const previous = over.current
    return next(
      path,
      previous ? { ...params, previousData: previous, meta: { ...params.meta, guard: await guardOf() } } : params,
    )
  }, [])
  useRegisterMutationMiddleware<DataProvider['update']>(compared)

  const refuse = (failure: unknown, values: Values) => {
    const current = currentIn(resource, failure)
    if (current) return onStale({ current, values })
    const errors = failure instanceof WireError ? (failure.body.errors ?? {}) : {}
    const placed = shownFields(resource, caller, values).filter((name) => errors[name] !== undefined)
    placed.forEach((name, index) =>
      form.current?.setError(name, { type: 'server', message: errors[name] }, { shouldFocus: index === 0 }),
    )
    const others = Object.entries(errors)
      .filter(([name]) => !placed.includes(name))
      .map(([name, message]) => `${words.label(name)}: ${message}`)
    const text = [messageOf(failure, translate), ...others].join(' ')
    notify(text, { type: 'error', messageArgs: { _: text } })
  }

  const run = async (previous: Row | null, values: Values, onSuccess: (answer: Row) => void) => {
    if (busy.current || !ready) return
    busy.current = true
    over.current = previous
    onBegin()
    const outcome: { answer?: Row; failure?: unknown } = {}
    try {
      if (previous && !(await confirm(previous, values))) return
      await base.save?.(values, {
        onSuccess: (answer: Row) => {
          outcome.answer = answer
        },
        onError: (failure: unknown) => {
          outcome.failure = failure
        },
      })
    } finally {
      busy.current = false
    }
    if ('failure' in outcome) return refuse(outcome.failure, values)
    notify(previous ? 'crud.saved' : 'crud.created', { type: 'success', messageArgs: { noun: words.noun } })
    void saved(resource.path)
    // The form may have been closed in the meantime.
    if (outcome.answer) onSuccess(outcome.answer)
  }
  const save = useStable((values: Values, callbacks?: { onSuccess?: (answer: Row) => void }) =>
    run(record, values, callbacks?.onSuccess ?? onSaved),
  )
  const saveOver = useStable((previous: Row, values: Values) => run(previous, values, onSaved))
  const context = useMemo(() => ({ ...base, save }), [base, save])
  return { context, saveOver }
}

type Middleware = (
  ...args: [...Parameters<DataProvider['update']>, next: DataProvider['update']]
) => ReturnType<DataProvider['update']>

/** Whether the platform itself detects concurrent changes. */
const guardOf = async (): Promise<StaleGuard> =>
  (await loadCapabilities()).extensions.has('unmodified') ? 'header' : 'read'

/** Returns the current record out of a refusal that reports a conflict (409); null for any other failure. */
function currentIn(resource: Resource, failure: unknown): Row | null {
  if (!(failure instanceof WireError) || failure.status !== 409) return null
  const { data } = failure.body
  return typeof data === 'object' && data !== null && 'current' in data ? rowOf(resource, data.current) : null
}
