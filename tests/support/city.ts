import Database from 'libsql'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'

/** Days of past that the city of the browser tests has. */
export const CITY_DAYS = 3
/** Where this run's city lies; by it the processes of the tests find it. */
const PLACE = 'TEST_CITY'

/**
 * Once a run: a place for the demo city that browser tests begin with. Seeding one and working out its past takes a core twenty seconds, beside the
 * tests; a copy of one that has come to rest takes it three. It is seeded by the first file that asks, not before: the platform fills the time since,
 * alarms keep theirs.
 */
export default function setup(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'test-city-'))
  process.env[PLACE] = place
  return () => rmSync(place, { recursive: true, force: true })
}

/**
 * Puts this run's city into a folder; false where there is none to be had (tests run otherwise than by the configuration).
 *
 * @param seed starts a platform with a demo of CITY_DAYS in a folder, and answers how to stop it
 */
export async function copyCity(
  folder: string,
  seed: (folder: string) => Promise<() => Promise<void>>,
): Promise<boolean> {
  const place = process.env[PLACE]
  if (place === undefined || !existsSync(place)) return false
  const city = join(place, 'city')
  const [done, failed] = [join(place, 'done'), join(place, 'failed')]
  if (claims(join(place, 'claimed'))) {
    try {
      mkdirSync(city)
      const stop = await seed(city)
      await atRest(join(city, DATABASE_FILE)).finally(stop)
      writeFileSync(done, '')
    } catch (error) {
      writeFileSync(failed, String(error))
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error('The demo city of the browser tests could not be seeded: see the file that tried.')
    await pause(100)
  }
  cpSync(city, folder, { recursive: true })
  return true
}

/** Whether this process is the first. */
function claims(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    return false
  }
}

/** Resolves once a demo's past is written, rolled up and judged, but for the hour that goes on. */
async function atRest(file: string): Promise<void> {
  const database = new Database(file, { readonly: true })
  try {
    const left = database.prepare(
      `select (select count(*) from setting where name = 'demo.history' and value = '${CITY_DAYS}') as written,
        (select count(*) from dirtyhour where hour < ?) + (select count(*) from environmentdirty where hour < ?) as dirty`,
    )
    for (;;) {
      const before = hourStart(Date.now()) - HOUR
      const { written, dirty } = left.get(before, before) as { written: number; dirty: number }
      if (written === 1 && dirty === 0) return
      await pause(200)
    }
  } finally {
    database.close()
  }
}
