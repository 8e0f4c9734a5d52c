import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../server/app.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import { readSettings } from '../server/settings.ts'
import { startBare } from './crudBare.ts'

/** Starts one of the two servers that bench/crud.ts compares, and prints its address and what its requests need. */
const [which = '', rows = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bench-crud-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit(0))
console.log(
  JSON.stringify(which === 'ours' ? await startOurs(folder, Number(rows)) : await startBare(folder, Number(rows))),
)

async function startOurs(dataDir: string, count: number): Promise<{ url: string; headers: Record<string, string> }> {
  const platform = await openPlatform({ ...readSettings({}, null), dataDir, captcha: false }, silentLog)
  const now = Date.now()
  const stamp = { created_at: now, updated_at: now }
  const user = await platform.storage.write(async (trx) => {
    await trx
      .insertInto('project')
      .values({ name: 'Bench', ico: '/upload/bench.png', ...stamp })
      .execute()
    const { id } = await trx
      .insertInto('systemuser')
      .values({ username: 'root', nickname: 'root', super_id: 1, password: 'none', ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let from = 0; from < count; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => ({
        name: `Gateway ${from + i}`,
        regcode: String(from + i),
        protocol_type: 1,
        project_id: 1,
        issingle: 0,
        ...stamp,
      }))
      await trx.insertInto('gateway').values(rows).execute()
    }
    return id
  })
  const app = await build(platform)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, headers: { authorization: `Bearer ${await platform.sessions.begin(user, null)}` } }
}
