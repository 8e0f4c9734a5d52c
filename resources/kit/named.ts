import type { Resource } from './define.ts'
import { isWrapped, unwrap } from './wrapped.ts'

/**
 * Returns the name of a record: the first non-empty of these, plain or wrapped; if all are empty, as in data of older
 * platforms, its number, "#12".
 */
export function nameOrNumber(id: number | string, ...names: readonly unknown[]): string {
  for (const name of names) {
    const text = typeof name === 'object' && !isWrapped(name) ? null : unwrap(name)
    if (text !== null && text.trim() !== '') return text
  }
  return `#${id}`
}

/**
 * Returns the name of a record of a definition: its title, else the code under the title in lists (a device's sn), else
 * its number.
 */
export const titleOf = (
  resource: Pick<Resource, 'title' | 'list' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
): string => nameOrNumber(Number(row['id']), row[resource.title], row['name'], row[codeOf(resource)])

function codeOf({ title, list, fields }: Pick<Resource, 'title' | 'list' | 'fields'>): string {
  const under = list.find((column) => typeof column !== 'string' && column[0] === title)?.[1] ?? ''
  return fields[under]?.type === 'text' ? under : ''
}
