import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(css|tsx?)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
const sheets = files.filter(({ name }) => name.endsWith('.css'))

/** Where a text says something it may not, with its line. */
const found = (where: typeof files, what: RegExp): string[] =>
  where.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => (what.test(line) ? [`${name}: ${line.trim()}`] : [])),
  )

it('no colour is written out but in the theme', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const written = /['"`:\s,(]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?! ?[=:?(])|\b(?:rgb|hsl)a?\([\d.]/i
  expect(
    found(
      files.filter(({ name }) => !name.startsWith('kit/theme/')),
      written,
    ),
  ).toEqual([])
})

it('every custom property that is read is set somewhere', () => {
  const set = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g), ...text.matchAll(/setProperty\(['"](--[\w-]+)/g)].map(
        ([, name]) => name,
      ),
    ),
  )
  const read = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => ({ name, property })),
  )
  expect(read.filter(({ property }) => !set.has(property)).map(({ name, property }) => `${name}: ${property}`)).toEqual(
    [],
  )
})

it('no sheet asks how a screen is held: no page is locked to one way (WCAG 1.3.4)', () => {
  expect(found(sheets, /\borientation\s*:/)).toEqual([])
})
