import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import { administer, databaseUrl, engines } from './storage.ts'

/**
 * Makes a database of each engine to copy, with the schema of the platform's own definitions and nothing else: copying
 * takes milliseconds, the migrations a tenth of a second on SQLite and most of a second on PostgreSQL. Made anew in
 * each run, so that no template is older than the code. `found` is the environment by which `testPlace` finds them.
 */
export async function makeTemplates(): Promise<{ found: Record<string, string>; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'test-template-'))
  const database = engines.includes('postgres') ? `test_template_${randomBytes(6).toString('hex')}` : null
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    if (database !== null) await administer(`drop database if exists ${database} with (force)`)
  }
  try {
    await migrated(folder, null)
    if (database !== null) {
      await administer(`create database ${database}`)
      await migrated(folder, databaseUrl(database))
      // PostgreSQL does not copy a database with open connections.
      await administer(`alter database ${database} allow_connections false`)
    }
  } catch (error) {
    await remove()
    throw error
  }
  return {
    found: { SQLITE_TEMPLATE: join(folder, DATABASE_FILE), ...(database !== null && { POSTGRES_TEMPLATE: database }) },
    remove,
  }
}

async function migrated(dataDir: string, url: string | null): Promise<void> {
  const storage = await openStorage({ dataDir, databaseUrl: url }, silentLog)
  await storage.close()
}
