import { join } from 'node:path'
import Database from 'libsql'
import { DATABASE_FILE, LOCK_FILE } from './files.ts'
import { LOCKED, type Role } from './protocol.ts'

export type SqliteConnection = InstanceType<typeof Database>

/**
 * Opens the database of a folder. The writer first takes the folder's lock: an exclusive transaction on a separate
 * database, held for the life of the process. The operating system frees it when the process ends, however it ends.
 */
export function openConnection(folder: string, role: Role): { database: SqliteConnection; close: () => void } {
  const lock = role === 'writer' ? takeLock(folder) : null
  let database: SqliteConnection
  try {
    database = openDatabase(folder, role)
  } catch (error) {
    lock?.close()
    throw error
  }
  return {
    database,
    close: () => {
      if (role === 'writer') database.prepare('pragma wal_checkpoint(truncate)').all()
      database.close()
      lock?.close()
    },
  }
}

function openDatabase(folder: string, role: Role): SqliteConnection {
  const database = openFile(join(folder, DATABASE_FILE))
  try {
    for (const pragma of pragmas[role]) database.prepare(`pragma ${pragma}`).all()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a file; libsql gives no error code when a file cannot be opened. */
function openFile(path: string): SqliteConnection {
  try {
    return new Database(path)
  } catch (error) {
    throw Object.assign(new Error(`${path} cannot be opened`, { cause: error }), { code: 'SQLITE_CANTOPEN' })
  }
}

function takeLock(folder: string): SqliteConnection {
  const lock = openFile(join(folder, LOCK_FILE))
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw Object.assign(new Error('the folder is in use'), { code: LOCKED })
    throw error
  }
}

/** cache_size is in KiB when negative. Readers map the file instead of keeping large caches of their own. */
const pragmas: Record<Role, readonly string[]> = {
  writer: [
    'busy_timeout = 5000',
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = off',
    'cache_size = -32768',
    'temp_store = memory',
    'wal_autocheckpoint = 4000',
    'journal_size_limit = 67108864',
  ],
  reader: [
    'busy_timeout = 5000',
    'query_only = on',
    'cache_size = -8192',
    'mmap_size = 1073741824',
    'temp_store = memory',
  ],
}
