import { screen, waitFor } from '@testing-library/react'

/**
 * Rows of tables that can be seen, by a text in them. By its name (`getByRole('row', { name })`) each look at a row asks for the style of all that is in it
 * and in every other row, and a wait looks at each change: seconds on a page of ten rows.
 */
const rowsWith = (text: RegExp): HTMLElement[] =>
  screen.queryAllByRole('row').filter(({ textContent }) => text.test(textContent ?? ''))

/** The one row that holds a text, now. Throws where there is none, or more than one. */
export function getRow(text: RegExp): HTMLElement {
  const found = rowsWith(text)
  const [row] = found
  if (!row || found.length > 1) throw new Error(`${found.length} rows hold ${String(text)}`)
  return row
}

/** The same, once it is there. */
export const findRow = (text: RegExp): Promise<HTMLElement> => waitFor(() => getRow(text))

/** The first row that holds a text; null where there is none. */
export const queryRow = (text: RegExp): HTMLElement | null => rowsWith(text)[0] ?? null
