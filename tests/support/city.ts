import Database from 'libsql'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'

/** Days of past in the demo city of the browser tests. */
export const CITY_DAYS = 3
/** Environment variable with the folder of this run's city; the test processes find it by it. */
const PLACE = 'TEST_CITY'

/**
 * Makes the folder for the demo city that browser tests begin with, once a run. Seeding a city and computing its past
 * takes a core twenty seconds, beside the tests; starting from a finished copy takes three. The first file that needs
 * the city seeds it, not before: the platform fills in the time since, but alarms keep their times.
 */
export default function setup(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'test-city-'))
  process.env[PLACE] = place
  return () => rmSync(place, { recursive: true, force: true })
}

/**
 * Copies this run's city into a folder. Returns false where there is none (tests that run without the configuration).
 *
 * @param seed starts a platform with a demo of CITY_DAYS in a folder, and returns a function that stops it
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
      joinLog(join(city, DATABASE_FILE))
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
  cpSync(city, folder, { recursive: true, filter: (path) => !/-(?:wal|shm)$/.test(path) })
  return true
}

/**
 * Moves the write-ahead log of a database that no server has open into its file. The connection of `atRest` ends only
 * when its statement is collected: until then the log stays after the server's end, and it vanishes while others copy.
 */
function joinLog(file: string): void {
  const database = new Database(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}

/** Whether this process is the first to claim the path. */
function claims(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    return false
  }
}

/** Resolves once a demo's past is written, rolled up and judged, except for the current hour. */
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
