import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const source = read('server/settings.ts')

/** Variables that server/settings.ts reads: text('…'), whole('…', …), oneOf('…', …), address('…', …). */
const asked = new Set(
  [...source.matchAll(/\b(?:text|whole|oneOf|address)\('([A-Z][A-Z0-9_]+)'/g)].map((match) => match[1] ?? ''),
)

/** Rows of README's table of settings, by cell. */
const rows = (/^## Settings$([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const namesOf = (cell = ''): string[] => [...cell.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name)

/** Names in the first column of README's table of settings. */
const told = new Set(rows.flatMap(([, names]) => namesOf(names)))

/** Defaults written as literals in server/settings.ts: text('…') ?? '…', whole('…', …), oneOf('…', …, '…'). */
const defaults = [
  ...source.matchAll(/\btext\('(\w+)'\) \?\? '([^']+)'/g),
  ...source.matchAll(/\bwhole\('(\w+)', (\d+),/g),
  ...source.matchAll(/\boneOf\('(\w+)', [^;\n]*?, '(\w+)'\)/g),
].map(([, name = '', value = '']): [string, string] => [name, value])

/** Defaults in the second column; several names in a row have their defaults in the same order. */
const toldDefaults = new Map(
  rows.flatMap(([, cell, value = '']) => {
    const names = namesOf(cell)
    const values = names.length === 1 ? [value] : value.split(', ')
    return names.map((name, at): [string, string] => [name, values[at] ?? ''])
  }),
)
/** DEMO's `auto` is described in words; the 0 of HJ212_PORT is only read where the variable is set. */
const inWords: ReadonlySet<string> = new Set(['DEMO', 'HJ212_PORT'])

describe('environment settings', () => {
  it('are found in server/settings.ts and in README', () => expect(Math.min(asked.size, told.size)).toBeGreaterThan(20))
  it('that the server reads are documented in README', () =>
    expect([...asked].filter((name) => !told.has(name))).toEqual([]))
  it('that README documents are read by the server', () =>
    expect([...told].filter((name) => !asked.has(name))).toEqual([]))
  it('have the same defaults in README and in the server', () => {
    expect(defaults.length).toBeGreaterThan(12)
    expect(defaults.filter(([name, value]) => !inWords.has(name) && toldDefaults.get(name) !== value)).toEqual([])
  })
})
