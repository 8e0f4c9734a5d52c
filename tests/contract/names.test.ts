import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * Words without a unit: one such name counted rows in one file, milliseconds or characters in the next. MAX_<WHAT>,
 * CHUNK_<WHAT>, <WHAT>_TIMEOUT_MS, <WHAT>_TTL_MS state the unit.
 */
const UNSAID =
  /^\s*(?:export )?const (?:MOST|LONGEST|LARGEST|PATIENCE|FRESH|AT_ONCE|LOOK|TOGETHER|GATHER|RESTS?|AHEAD|AGAIN|EVERY|QUIET|SELDOM|SLOWLY|SWEEP|TICK)\b.*/gm

const folders = 'resources standards dataProvider authProvider i18n server src bench scripts'.split(' ')

const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file))

describe('constants', () => {
  it('have no name that omits what is limited or the unit', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(
      files.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(UNSAID)].map(([line]) => `${file}: ${line.trim()}`),
      ),
    ).toEqual([])
  })
})
