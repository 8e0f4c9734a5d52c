import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the first of these programs that is installed, or null. Looks in PATH and in the sbin folders,
 * which PATH may lack.
 */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'].filter(Boolean)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix))).find(runs) ?? null
}

/** Whether a file is executable. */
export function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds a TCP port of the loopback address that no process listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Polls `check` (a promise of a boolean, which may reject) and resolves to whether it became true within `seconds`. */
export async function comesTrue(check, seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await check().catch(() => false)) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** Ends a child process; resolves when it is gone. */
export function end(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  return gone.finally(() => clearTimeout(force))
}

/**
 * A service for the tests: its address (null: none), one line about it, and how to stop it. A service that the tests
 * may kill has `kill()`, which ends it as a crash would, and `again()`, which restarts it at the same address and
 * resolves once it answers.
 */
export const service = (url, note, stop = () => Promise.resolve(), crash = {}) => ({ url, note, stop, ...crash })
