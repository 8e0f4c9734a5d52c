import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Files that build SQL over samples for other modules to run: the module that runs it names what it reads. */
const MAKERS = new Set([
  'server/history/aggregate.ts',
  'server/history/evidence.ts',
  'server/history/ownSums.ts',
  'server/history/rollupRead.ts',
  'server/quality/gaps.ts',
  'server/quality/judging/facts.ts',
  'server/quality/judging/series.ts',
  'server/quality/samples.ts',
])

/** SQL that reads the tables of samples, rollups or last values, but no other table with a name of this family. */
const NAMES =
  /(?:from|join) (?:history|rollup|lastvalue)\b|(?:selectFrom|Join)\('(?:history|rollup|lastvalue)(?: as \w+)?'|'(?:history|rollup|lastvalue)', '\w+', sql|\bhistoryFor\(/

it('server modules that read samples, rollups or last values use readHistory or holdHistory', () => {
  const silent = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => join('server', name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('server/storage/') && !MAKERS.has(path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      return NAMES.test(text) && !/readHistory|holdHistory|\bWanted\b/.test(text)
    })
  expect(silent).toEqual([])
})
