import { existsSync, readFileSync } from 'node:fs'

/** Lines of a document, each with the tests that hold it: file below tests/ and name. */
export type Held = Record<string, readonly (readonly [file: string, name: string])[]>

/** Those of a line's tests that are not there (any more). */
export const missing = (tests: Held[string]): Held[string] =>
  tests.filter(([file, name]) => !textOf(file).includes(name.includes("'") ? `"${name}"` : `'${name}'`))

function textOf(file: string): string {
  const place = new URL(`../${file}`, import.meta.url)
  return existsSync(place) ? readFileSync(place, 'utf8') : ''
}
