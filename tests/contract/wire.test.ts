import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ABOUT, EXTENSIONS } from '../../server/routes/about.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const headings = [...read('docs/wire.md').matchAll(/^### (.+)$/gm)].map((match) => match[1] ?? '')

describe('docs/wire.md', () => {
  it.each([...EXTENSIONS])('has a heading for the extension %s', (name) =>
    expect(headings.filter((heading) => heading === `\`${name}\``)).toHaveLength(1),
  )

  it('names no extension that capabilities do not', () => {
    const named = headings.flatMap((heading) => [...heading.matchAll(/^`([a-z-]+)`$/g)].map((match) => match[1] ?? ''))
    expect(named.filter((name) => !EXTENSIONS.some((known) => known === name))).toEqual([])
  })
})

it('the version is that of package.json, and the newest of the changelog', () => {
  expect(ABOUT.version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
  expect(/^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(ABOUT.version)
})
