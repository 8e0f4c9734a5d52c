import { screen, waitFor } from '@testing-library/react'

/**
 * Visible table rows that contain a text. A query by name (`getByRole('row', { name })`) asks for the style of
 * everything inside this row and every other row each time, and a wait repeats that at each change: seconds on a page
 * of ten rows.
 */
const rowsWith = (text: RegExp): HTMLElement[] =>
  screen.queryAllByRole('row').filter(({ textContent }) => text.test(textContent ?? ''))

/** Returns the one row that contains a text. Throws where there is none, or more than one. */
export function getRow(text: RegExp): HTMLElement {
  const found = rowsWith(text)
  const [row] = found
  if (!row || found.length > 1) throw new Error(`${found.length} rows hold ${String(text)}`)
  return row
}

/** As getRow, but waits until the row is there. */
export const findRow = (text: RegExp): Promise<HTMLElement> => waitFor(() => getRow(text))

/** Returns the first row that contains a text; null where there is none. */
export const queryRow = (text: RegExp): HTMLElement | null => rowsWith(text)[0] ?? null
