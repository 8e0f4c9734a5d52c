import { useNavigate, useSearchParams } from 'react-router-dom'
import { deviceAddress } from '../../../resources/menu.ts'

/** Dialogs over the page of a device, by their name in the address: /device/7?open=flow. */
const PAGE_DIALOGS = ['flow', 'history', 'record', 'set'] as const
export type PageDialog = (typeof PAGE_DIALOGS)[number]

/** Dialogs of a device that used to open over the list (spec 1 §2.7), as old addresses name them: ?open=data&of=7. */
const NAMES = [...PAGE_DIALOGS, 'data'] as const
export type DialogName = (typeof NAMES)[number]

export interface OpenDialog {
  name: DialogName
  device: number
}

/**
 * Returns the target of an old address that names a device's dialog: the device's page, with the dialog over it if it
 * still exists. Null if the address names none.
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

/** Address parameters that hold a dialog's own state: the number of records. */
const DIALOG_PARAMS = ['count'] as const

/**
 * Returns one of those parameters, defaulting to the first of `values`. A change adds no history entry: "back" closes
 * the dialog.
 */
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

/**
 * Returns the dialog over a device's page and a function to open or close one. Opening adds an entry to the browser's
 * history, so that "back" closes the dialog.
 */
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

/** Returns a function that navigates to a device's page, with a dialog over it if one is named. */
export function useShowDialog(): (open: OpenDialog) => void {
  const navigate = useNavigate()
  return ({ name, device }) =>
    void navigate(pageOfDialog(new URLSearchParams({ open: name, of: String(device) })) ?? deviceAddress(device))
}
