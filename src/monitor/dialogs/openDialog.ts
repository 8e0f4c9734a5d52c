import { useNavigate, useSearchParams } from 'react-router-dom'
import { deviceAddress } from '../../../resources/menu.ts'

/** What opens over the page of a device, as its address has it: /device/7?open=flow. */
const PAGE_DIALOGS = ['flow', 'history', 'record', 'set'] as const
export type PageDialog = (typeof PAGE_DIALOGS)[number]

/** What could be opened of a device over the list (spec 1 §2.7), as addresses of before have it: ?open=data&of=7. */
const NAMES = [...PAGE_DIALOGS, 'data'] as const
export type DialogName = (typeof NAMES)[number]

export interface OpenDialog {
  name: DialogName
  device: number
}

/**
 * Where an address of before leads that named a dialog of a device: to the device's page, with the dialog over it where there still is one. Null
 * where it names none.
 */
export function pageOfDialog(search: URLSearchParams): string | null {
  const name = NAMES.find((known) => known === search.get('open'))
  const device = Number(search.get('of'))
  if (name === undefined || !Number.isInteger(device) || device <= 0) return null
  const page = deviceAddress(device)
  const tab = search.get('tab')
  if (name === 'data') return tab === 'switch' || tab === 'cleaner' ? `${page}#${tab}` : page
  if (name === 'history') return search.get('span') === 'week' ? `${page}?span=week` : page
  const count = search.get('count')
  return `${page}?open=${name}${count === null ? '' : `&count=${encodeURIComponent(count)}`}`
}

/** What the dialogs keep in the address of how they show: the number of records. */
const DIALOG_PARAMS = ['count'] as const

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

/** The dialog over a device's page, and how to open or close one. What opens one is an entry of the browser's history, so that "back" closes it. */
export function useOpenDialog(): [PageDialog | null, (open: PageDialog | null) => void] {
  const [search, setSearch] = useSearchParams()
  const show = (open: PageDialog | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of ['open', ...DIALOG_PARAMS]) after.delete(name)
        if (open !== null) after.set('open', open)
        return after
      },
      { replace: open === null },
    )
  return [PAGE_DIALOGS.find((known) => known === search.get('open')) ?? null, show]
}

/** Leads to a device's page, with a dialog over it where one is named. */
export function useShowDialog(): (open: OpenDialog) => void {
  const navigate = useNavigate()
  return ({ name, device }) =>
    void navigate(pageOfDialog(new URLSearchParams({ open: name, of: String(device) })) ?? deviceAddress(device))
}
