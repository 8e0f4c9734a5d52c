import { StartError } from '../../settings.ts'
import { DATABASE_FILE } from './files.ts'
import { LOCKED } from './protocol.ts'

/**
 * Turns the reason why a data folder could not be opened into a StartError of one sentence; returns other errors as
 * they are.
 */
export function startProblem(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  // Extended codes, like SQLITE_READONLY_DIRECTORY, begin with the plain one.
  const code = /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? error.code
  if (code === LOCKED)
    return new StartError(
      `Another process is using the data folder ${folder}; stop it, or set DATA_DIR to another folder.`,
    )
  if (DAMAGED.has(code))
    return new StartError(
      `The database ${folder}/${DATABASE_FILE} is damaged or not a SQLite database; put a backup in its place, or set DATA_DIR to another folder.`,
    )
  const reason = reasons.get(code)
  if (!reason) return error
  return new StartError(`DATA_DIR: the folder ${folder} cannot be used, ${reason}.`)
}

const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'it may not be created'],
  ['EPERM', 'it may not be created'],
  ['EROFS', 'it lies on a read-only disk'],
  ['ENOENT', 'it cannot be created there'],
  ['ENOSPC', 'the disk is full'],
  ['EEXIST', 'there is a file of that name'],
  ['ENOTDIR', 'a part of that path is a file'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_READONLY', 'files in it may not be written'],
  ['SQLITE_CANTOPEN', 'files in it may not be written'],
  ['SQLITE_PERM', 'files in it may not be written'],
  ['SQLITE_IOERR', 'its disk fails'],
])
