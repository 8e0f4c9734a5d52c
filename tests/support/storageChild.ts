import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'

/** A process that opens the data folder DATA_DIR, stores a row, prints "open", and runs until it is killed. */
const storage = await openStorage({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: null }, silentLog)
await storage.write((trx) => trx.insertInto('setting').values({ name: 'elsewhere', value: '1' }).execute())
process.stdout.write('open\n')
