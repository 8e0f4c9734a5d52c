import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const CONSOLE = 'dist/console'

/**
 * Upper limits for what a page loads before anything of it shows: kB by brotli and number of files, counting scripts,
 * style sheets and texts in one language. These limits may only become smaller: what a change adds elsewhere is loaded
 * with the part that shows it.
 */
const CEILINGS = {
  'the first signed-in page': { path: '/', kB: 321, files: 17 },
  'a management list': { path: '*', kB: 429, files: 24 },
}

/**
 * `npm test`, which sets where to write its outcome, has built the console before: only a directly started vitest may
 * find no build.
 */
const isMissing = process.env.TEST_OUTCOME === undefined && !existsSync(`${CONSOLE}/preload.json`)

describe.skipIf(isMissing)('initial load of the built console', () => {
  it.each(Object.entries(CEILINGS))('does not exceed the size and file limits for %s', (_, { path, kB, files }) => {
    const { signedIn, pages, languages } = JSON.parse(readFileSync(`${CONSOLE}/preload.json`, 'utf8')) as {
      signedIn: string[]
      pages: Record<string, string[]>
      languages: { signedIn: Record<string, string[]> }
    }
    const loaded = [...new Set([...(pages[path] ?? []), ...signedIn, ...(languages.signedIn['zhCN'] ?? [])])]
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.length).toBeLessThanOrEqual(files)
    expect(loaded.reduce((sum, file) => sum + bytesOf(file), 0) / 1000).toBeLessThanOrEqual(kB)
  })
})

/** Small files are not compressed. */
const bytesOf = (file: string): number =>
  statSync(existsSync(`${CONSOLE}${file}.br`) ? `${CONSOLE}${file}.br` : `${CONSOLE}${file}`).size
