import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const CONSOLE = 'dist/console'

/**
 * What a page may weigh before anything of it shows: kB by brotli and number of files, of scripts, style sheets and words in one language. These may only
 * become smaller: what a change adds elsewhere is loaded with what shows it.
 */
const CEILINGS = {
  'the first signed-in page': { path: '/', kB: 321, files: 17 },
  'a management list': { path: '*', kB: 431, files: 24 },
}

/** `npm test`, which names where to write its outcome, has built it before: only a vitest of its own may find nothing. */
const isMissing = process.env.TEST_OUTCOME === undefined && !existsSync(`${CONSOLE}/preload.json`)

describe.skipIf(isMissing)('of the built console', () => {
  it.each(Object.entries(CEILINGS))('%s grows no heavier', (_, { path, kB, files }) => {
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
