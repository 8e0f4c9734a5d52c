import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { fillWorld, telemetryOn } from './world.ts'

/**
 * A process that ingests telemetry until it is killed: pushes numbered samples, several at a time, and prints each
 * number once the sample is acknowledged. DATA_DIR and DATABASE_URL name the database, BASE is the time of number 0, ms
 * since the epoch.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, BASE } = process.env
const base = Number(BASE)
const storage = await openStorage({ dataDir, databaseUrl: databaseUrl || null }, silentLog)
if (!(await storage.read.selectFrom('device').select('id').executeTakeFirst())) await fillWorld(storage)
const { ingest } = await telemetryOn(storage)

const lane = async (from: number): Promise<never> => {
  for (let n = from; ; n += 8) {
    await ingest.push([{ sn: '1869024001', t: base + n, values: { 1: n } }], { kind: 'trusted' })
    process.stdout.write(`${n}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, (_, i) => lane(i)))
