import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comesTrue, end, freePort, service } from './programs.mjs'

/**
 * Provides a ClickHouse for the tests: the one of TEST_CLICKHOUSE_URL, else its engine alone (the package chdb) behind
 * a small HTTP server, if that package is installed. Returns {url, note, stop()}, url null if there is none.
 */
export async function startClickhouse({ given = process.env.TEST_CLICKHOUSE_URL ?? null } = {}) {
  if (given) return service(given, 'ClickHouse: the one that is given')
  try {
    import.meta.resolve('chdb')
  } catch {
    return service(null, 'ClickHouse half skipped: TEST_CLICKHOUSE_URL is not set and chdb is not installed.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'test-clickhouse-'))
  const port = await freePort()
  const program = fileURLToPath(new URL('./chdbServer.mjs', import.meta.url))
  const server = spawn(process.execPath, [program, folder, String(port)], { stdio: 'ignore' })
  server.on('error', () => {})
  const stop = async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/ping`)).ok
  if (await comesTrue(answers, 30))
    return service(
      `clickhouse://127.0.0.1:${port}/default`,
      'ClickHouse: its engine (chdb) behind a server of the tests',
      stop,
    )
  await stop()
  return service(null, 'ClickHouse half skipped: its engine (chdb) did not start.')
}
