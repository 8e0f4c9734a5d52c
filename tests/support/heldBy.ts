import { existsSync, readFileSync } from 'node:fs'

/** Lines of a document, each with the tests that cover it: file below tests/ and name. */
export type Held = Record<string, readonly (readonly [file: string, name: string])[]>

/** The tests of a line that do not exist. */
export const missing = (tests: Held[string]): Held[string] =>
  tests.filter(([file, name]) => !textOf(file).includes(name.includes("'") ? `"${name}"` : `'${name}'`))

function textOf(file: string): string {
  const place = new URL(`../${file}`, import.meta.url)
  return existsSync(place) ? readFileSync(place, 'utf8') : ''
}
