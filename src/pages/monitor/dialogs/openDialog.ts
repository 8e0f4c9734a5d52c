import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What can be opened of a device (spec 1 §2.7), as the address has it: ?open=data&of=7. */
export const DIALOGS = ['flow', 'record', 'data', 'history'] as const
export type DialogName = (typeof DIALOGS)[number]

export interface OpenDialog {
  name: DialogName
  device: number
}

/** The dialog an address names; null where it names none, or no device. */
export function readOpen(search: URLSearchParams): OpenDialog | null {
  const name = DIALOGS.find((known) => known === search.get('open'))
  const device = Number(search.get('of'))
  return name !== undefined && Number.isInteger(device) && device > 0 ? { name, device } : null
}

/** The same address with another dialog or, with null, none. */
export function withOpen(search: URLSearchParams, open: OpenDialog | null): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('open')
  next.delete('of')
  next.delete('tab')
  if (open !== null) {
    next.set('open', open.name)
    next.set('of', String(open.device))
  }
  return next
}

/** The open dialog, and how to open or close one. What opens one is an entry of the browser's history, so that "back" closes it. */
export function useOpenDialog(): [OpenDialog | null, (open: OpenDialog | null) => void] {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(setSearch)
  useEffect(() => {
    latest.current = setSearch
  })
  const show = useCallback((open: OpenDialog | null) => latest.current((before) => withOpen(before, open), { replace: open === null }), [])
  return [useMemo(() => readOpen(search), [search]), show]
}

/** For what opens dialogs without being drawn again whenever the address changes. */
export const ShowDialogContext = createContext<(open: OpenDialog | null) => void>(() => {})

export const useShowDialog = (): ((open: OpenDialog | null) => void) => useContext(ShowDialogContext)
