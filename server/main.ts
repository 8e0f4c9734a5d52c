import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { withoutMark } from '../resources/kit/mark.ts'
import { createLogger } from './logger.ts'
import { start, type Running } from './start.ts'
import { readSettings, StartError } from './settings.ts'

// Files that the process writes are readable by its own user alone, from the first moment on (storage/privateFiles.ts).
process.umask(0o077)

/**
 * Reads the settings, starts the server, and stops it on a signal. A failed start is reported in one sentence, with
 * exit code 1.
 */
try {
  const settings = readSettings({ ...fileSettings(), ...process.env }, consoleFolder())
  const starting = start(settings, createLogger(settings.logLevel), (line) => process.stdout.write(`${line}\n`))
  stopOnSignal(starting)
  const running = await starting
  // Without its database the server can answer no request: it exits so that its supervisor restarts it.
  void running.failed.then((error) => {
    process.stderr.write(`The database has stopped working (${error.message}); the server ends.\n`)
    process.exit(1)
  })
} catch (error) {
  fail(error)
}

/**
 * Stops the server in order on the first signal, even while it is still starting; a second signal ends it at once. The
 * end of a parent process that started the server with an IPC channel (scripts/start.mjs) stops it as well: a server
 * without a supervisor would keep its port and its folder.
 */
function stopOnSignal(starting: Promise<Running>): void {
  let stopping = false
  const stop = (): void => {
    stopping = true
    starting.then((running) => running.close()).then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopping ? process.exit(1) : stop()))
  if (process.connected) process.once('disconnect', () => stopping || stop())
}

function fail(error: unknown): never {
  const sentence =
    error instanceof StartError
      ? error.message
      : `The server could not start: ${error instanceof Error ? error.message : String(error)}`
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Returns the lines of `.env` in the current folder. Variables of the environment take precedence over them. */
function fileSettings(): Record<string, string | undefined> {
  return existsSync('.env')
    ? (parseEnv(withoutMark(readFileSync('.env', 'utf8'))) as Record<string, string | undefined>)
    : {}
}

/**
 * Returns the folder of the console's build, which lies beside the server's: dist/console, seen from dist/server and,
 * during development, from server/.
 */
function consoleFolder(): string | null {
  const folders = ['../console', '../dist/console'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return folders.find((folder) => existsSync(folder)) ?? null
}
