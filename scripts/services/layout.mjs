import { build } from '../build.mjs'
import { whenOrphaned } from '../orphan.mjs'
import { ensurePackages } from '../setup.mjs'
import { startClickhouse } from './clickhouse.mjs'
import { startNats } from './nats.mjs'
import { startPostgres } from './postgres.mjs'

/**
 * Runs a command with the services that the layout by role needs (docs/scale.md): a private PostgreSQL with durable
 * commits, NATS if nats-server is installed, and the ClickHouse of HISTORY_URL or the engine alone (chdb) if available.
 * Never uses the database of DATABASE_URL: the records that a command creates are for trials. Ends the process with the
 * command's exit code, and with it everything it started.
 *
 * @param script file of the npm script, such as scripts/scale.mjs
 * @param load loads the command once TypeScript can be loaded: `(services, stop signal) => exit code`
 */
export async function onServices(script, load) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())
  whenOrphaned(script, () => stop.abort())
  ensurePackages()
  await build()
  const services = Object.fromEntries(
    await Promise.all(
      Object.entries({
        postgres: startPostgres({ lasting: true }),
        clickhouse: startClickhouse({ given: process.env.HISTORY_URL ?? null }),
        nats: startNats({ own: true }),
      }).map(async ([name, starting]) => [name, await starting]),
    ),
  )
  let code = 1
  try {
    for (const line of notes(services)) console.log(line)
    if (services.postgres.url === null)
      throw new Error('running with one process for each role needs PostgreSQL 15 or newer')
    const { register } = await import('tsx/esm/api')
    register()
    code = await (await load())(services, stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) console.error(error)
  } finally {
    await Promise.all(Object.values(services).map((service) => service.stop()))
  }
  process.exit(code)
}

const notes = ({ postgres, clickhouse, nats }) => [
  postgres.url === null ? 'PostgreSQL: none could be started' : postgres.note,
  clickhouse.url === null
    ? 'ClickHouse: none. The history lies in PostgreSQL; set HISTORY_URL, or npm install --no-save chdb@3.4.0 (545 MB).'
    : clickhouse.note,
  nats.url === null ? 'NATS: none. Samples go by PostgreSQL; install nats-server.' : nats.note,
]
