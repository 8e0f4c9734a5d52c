import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

const FOLDER = 0o700
const FILE = 0o600

/**
 * Restricts the data folder to the server's user: 0700 for folders and 0600 for files, whatever an older version, a
 * restored backup or a wide umask left. The files hold measured data and password hashes. Files of another user are
 * left as they are, and logged. Links are not followed.
 */
export async function keepPrivate(folder: string, log: Log): Promise<void> {
  const foreign: string[] = []
  await narrow(await realpath(folder).catch(() => folder), foreign)
  if (foreign.length > 0)
    log.warn(
      { files: foreign.slice(0, 10), count: foreign.length },
      'files of DATA_DIR may be read by others, and belong to another user: their rights could not be changed',
    )
}

async function narrow(path: string, foreign: string[]): Promise<void> {
  const found = await lstat(path).catch(() => null)
  // The file is gone meanwhile: the journals of a database come and go.
  if (found === null || !(found.isDirectory() || found.isFile())) return
  const wanted = found.isDirectory() ? FOLDER : FILE
  if ((found.mode & 0o777) !== wanted) {
    await chmod(path, wanted).catch(() => foreign.push(path))
  }
  if (found.isDirectory())
    for (const name of await readdir(path).catch(() => [])) await narrow(join(path, name), foreign)
}
