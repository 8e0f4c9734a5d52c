import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

/** Names that server/settings.ts asks the environment for: text('…'), whole('…', …), oneOf('…', …), address('…', …). */
const asked = new Set(
  [...read('server/settings.ts').matchAll(/\b(?:text|whole|oneOf|address)\('([A-Z][A-Z0-9_]+)'/g)].map(
    (match) => match[1] ?? '',
  ),
)

/** Names in the first column of README's table of settings. */
const told = new Set(
  (/^## Settings$([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name)),
)

describe('the settings', () => {
  it('are found in both places', () => expect(Math.min(asked.size, told.size)).toBeGreaterThan(20))
  it('that the server reads stand in README', () => expect([...asked].filter((name) => !told.has(name))).toEqual([]))
  it('in README are read by the server', () => expect([...told].filter((name) => !asked.has(name))).toEqual([]))
})
