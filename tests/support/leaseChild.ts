import { once } from 'node:events'
import { silentLog } from '../../server/log.ts'
import { fenceWrites } from '../../server/schedule/fenced.ts'
import { openStorage } from '../../server/storage/index.ts'

/**
 * Takes the lease LEASE, begins a write under its fencing token, prints "writing" inside the write and waits for a
 * byte. Then it continues that write, begins a second one, and prints the outcome of both.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '', LEASE: name = '' } = process.env
const storage = await openStorage({ dataDir, databaseUrl }, silentLog)
const leadership = storage.lead(name, silentLog)
while (!leadership.isLeader()) await new Promise((resolve) => setTimeout(resolve, 20))

const lead = fenceWrites(storage, leadership.fence())
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'committed',
    (error: unknown) => (error instanceof Error ? error.constructor.name : 'failed'),
  )
const first = await outcomeOf(
  lead.write(async (trx) => {
    await trx.insertInto('setting').values({ name: 'late.1', value: 'first' }).execute()
    process.stdout.write('writing\n')
    await once(process.stdin, 'data')
    await trx.insertInto('setting').values({ name: 'late.2', value: 'first' }).execute()
  }),
)
const second = await outcomeOf(
  lead.write((trx) => trx.insertInto('setting').values({ name: 'late.3', value: 'second' }).execute()),
)
process.stdout.write(`${JSON.stringify({ first, second, leads: leadership.isLeader() })}\n`)
process.exit()
