import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What every device has to show (spec 1 §2.7): a button each. */
export const DEVICE_DIALOGS = ['flow', 'record', 'data', 'history'] as const
/** What can be opened of a device, as the address has it: ?open=data&of=7. */
const NAMES = [...DEVICE_DIALOGS, 'set'] as const
export type DialogName = (typeof NAMES)[number]

export interface OpenDialog {
  name: DialogName
  device: number
}

/** The dialog an address names; null where it names none, or no device. */
export function readOpen(search: URLSearchParams): OpenDialog | null {
  const name = NAMES.find((known) => known === search.get('open'))
  const device = Number(search.get('of'))
  return name !== undefined && Number.isInteger(device) && device > 0 ? { name, device } : null
}

/** The same address with another dialog or, with null, none. */
export function withOpen(search: URLSearchParams, open: OpenDialog | null): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('open')
  next.delete('of')
  for (const name of DIALOG_PARAMS) next.delete(name)
  if (open !== null) {
    next.set('open', open.name)
    next.set('of', String(open.device))
  }
  return next
}

/** What the dialogs keep in the address of how they show: the tab of the data, the number of records, the span of the history, and whether it is large. */
export const DIALOG_PARAMS = ['tab', 'count', 'span', 'size'] as const

/** One of them, the first of its values where the address has none. What is chosen is no entry of the browser's history: "back" closes the dialog. */
export function useDialogParam<T extends string>(
  name: (typeof DIALOG_PARAMS)[number],
  values: readonly [T, ...T[]],
): [T, (value: T) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (value: T) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(name, value)
        return after
      },
      { replace: true },
    )
  return [values.find((known) => known === search.get(name)) ?? values[0], choose]
}

/** The open dialog, and how to open or close one. What opens one is an entry of the browser's history, so that "back" closes it. */
export function useOpenDialog(): [OpenDialog | null, (open: OpenDialog | null) => void] {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(setSearch)
  useEffect(() => {
    latest.current = setSearch
  })
  const show = useCallback(
    (open: OpenDialog | null) => latest.current((before) => withOpen(before, open), { replace: open === null }),
    [],
  )
  return [useMemo(() => readOpen(search), [search]), show]
}

/** For what opens dialogs without being drawn again whenever the address changes. */
export const ShowDialogContext = createContext<(open: OpenDialog | null) => void>(() => {})

export const useShowDialog = (): ((open: OpenDialog | null) => void) => useContext(ShowDialogContext)
