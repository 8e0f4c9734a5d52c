import Database from 'libsql'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'

/** Runs a statement in the database below a running server's data folder, for changes that no call may make. */
export function inDatabase(dataDir: string, statement: string, ...values: (string | number)[]): void {
  const database = new Database(join(dataDir, DATABASE_FILE))
  try {
    database.prepare('pragma busy_timeout = 10000').all()
    database.prepare(statement).run(...values)
  } finally {
    database.close()
  }
}
