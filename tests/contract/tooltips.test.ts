import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src', import.meta.url))

/**
 * Files that every page, or the first one, draws before anything else: MUI's Tooltip would add to their weight
 * (tests/contract/weight.test.ts).
 */
const FIRST = /^(?:app\/shell|dashboard|kit\/help)\//

it('icon buttons have no title attribute, except on the first page', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tsx') && !FIRST.test(name))
  expect(files.length).toBeGreaterThan(500)
  const titled = files.filter((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/<IconButton\b[^]*?<\/IconButton>/g)].some(([button]) =>
      /\btitle=/.test(button),
    ),
  )
  expect(titled).toEqual([])
})
