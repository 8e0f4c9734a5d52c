import type { Platform } from '../platform.ts'
import { StartError, type Settings } from '../settings.ts'
import type { Storage } from '../storage/types.ts'
import { buildCity, CITY_SIZE, type City } from './city.ts'
import { readFact, writeFact } from './facts.ts'
import { knownUntil, LARGE_CITY_ROWS, writeMissedHistory, writeDisabled, writeHistory } from './history.ts'
import { SINCE } from './leftover.ts'
import { seedScreens } from './screens.ts'
import { seedCity } from './seed.ts'
import { latestItems, startSimulator } from './simulator.ts'

export { closeDemoAccounts, reopenDemoAccounts } from './leftover.ts'
export { accountLines, demoAccounts } from './accounts.ts'

/**
 * Whether the demo runs in this database: 'on' or 'off', as its first start decided or the last explicit setting says.
 */
const CHOICE = 'demo'
/** Number of devices, where it is not that of `city`. */
const SIZE = 'demo.devices'
/** Devices whose values are pushed at once. */
const PUSH_ITEMS = 500
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/**
 * Decides whether the demo city runs (wire.md, DEMO): as the setting says, else as an earlier start of this database
 * was told, else on with a fresh embedded database. The decision is stored: a demo that was ended stays ended until a
 * setting asks for it. It runs only in a process with all roles; in others only DEMO=off has an effect. Call it before
 * anything else is written to a fresh database.
 * @throws {StartError} where its well-known passwords would be open to the network
 */
export async function demoWanted(
  settings: Pick<Settings, 'demo' | 'host' | 'role'>,
  storage: Storage,
): Promise<boolean> {
  if (settings.role !== 'all' && settings.demo !== 'off') return false
  const remembered = await readFact(storage, CHOICE)
  const enabled =
    settings.demo === 'auto' ? (remembered ?? (await byItself(storage))) === 'on' : settings.demo !== 'off'
  if (enabled && settings.demo !== 'public' && !LOOPBACK.includes(settings.host))
    throw new StartError(
      `The demo's passwords are public, and HOST is ${settings.host}: set DEMO=off, or DEMO=public to run a demo that is open to everyone.`,
    )
  const choice = enabled ? 'on' : 'off'
  if (choice !== remembered) await writeFact(storage, CHOICE, choice)
  return enabled
}

/** Seeds the city where it does not exist yet, starts its simulator, and writes its history in the background. */
export async function startDemo(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { settings, storage, log } = platform
  const known = await readFact(storage, SINCE)
  const since = known === null ? Date.now() : Number(known)
  const city = buildCity(Number((await readFact(storage, SIZE)) ?? CITY_SIZE), settings.demoLanguage)
  if (known === null) {
    await settle(platform, city, since)
    log.info({ ms: Date.now() - since }, 'demo city seeded')
  }
  const left = knownUntil(platform, city)
  const simulator = startSimulator(platform, city, since)
  let stopped = false
  const run = { platform, city, since, stopped: () => stopped }
  const history = writeMissedHistory(run, left)
    .then(() => writeHistory(run))
    .catch((error: unknown) => log.error({ err: error }, 'demo history could not be written'))
  return {
    async close() {
      stopped = true
      await simulator.close()
      await history
    },
  }
}

/**
 * Fills an empty database with a demo city of this number of devices, with last values for all and a history of `most`
 * rows; the next start serves it and runs its simulator. Prints its progress.
 * @throws {StartError} where the database is not empty
 */
export async function fillDemo(
  platform: Platform,
  devices: number,
  print: (line: string) => void,
  most = LARGE_CITY_ROWS,
): Promise<void> {
  const { settings, storage } = platform
  const user = await storage.read.selectFrom('systemuser').select('id').limit(1).executeTakeFirst()
  if (user || (await readFact(storage, CHOICE)) !== null)
    throw new StartError(
      'The database is in use already: a demo city needs an empty one; set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    )
  const since = Date.now()
  const city = buildCity(devices, settings.demoLanguage)
  await writeFact(storage, CHOICE, 'on')
  await writeFact(storage, SIZE, String(devices))
  await settle(platform, city, since, most)
  await writeDisabled(platform, city, since)
  print(
    `${city.devices.length} devices behind ${city.gateways.length} gateways in ${city.areas.length} areas, each with its last values`,
  )
  let reported = 0
  const alone = (day: number, part: number): void => {
    if (Math.floor(part * 10) === reported) return
    reported = Math.floor(part * 10)
    print(`History, day ${day + 1}: ${reported * 10} %`)
  }
  await writeHistory({ platform, city, since, stopped: () => false, alone, most })
}

/** Writes the city's records, and the values of its devices at a moment. */
async function settle(platform: Platform, city: City, since: number, most = LARGE_CITY_ROWS): Promise<void> {
  const { storage, registry, ingest } = platform
  await seedCity(storage, since, SINCE, city, most)
  await seedScreens(platform, city.language, since)
  for (const table of ['devicetype', 'district', 'device', 'calibration', 'threshold'])
    await registry.changed(table, null)
  const items = latestItems(city, since)
  for (let i = 0; i < items.length; i += PUSH_ITEMS)
    await ingest.push(items.slice(i, i + PUSH_ITEMS), { kind: 'trusted' })
}

async function byItself(storage: Storage): Promise<'on' | 'off'> {
  if (storage.engine !== 'sqlite') return 'off'
  const user = await storage.read.selectFrom('systemuser').select('id').limit(1).executeTakeFirst()
  return user ? 'off' : 'on'
}
