import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { withoutMark } from '../resources/kit/mark.ts'
import { createLogger } from './logger.ts'
import { start, type Running } from './start.ts'
import { readSettings, StartError } from './settings.ts'

// What it writes is for the user it runs as alone, from the first moment on (storage/privateFiles.ts).
process.umask(0o077)

/** Reads the settings, starts, and stops on a signal. Everything that cannot work is one sentence and exit code 1. */
try {
  const settings = readSettings({ ...fileSettings(), ...process.env }, consoleFolder())
  const starting = start(settings, createLogger(settings.logLevel), (line) => process.stdout.write(`${line}\n`))
  stopOnSignal(starting)
  const running = await starting
  // Half a server answers nobody: whoever watches over the process starts it anew.
  void running.failed.then((error) => {
    process.stderr.write(`The database has stopped working (${error.message}); the server ends.\n`)
    process.exit(1)
  })
} catch (error) {
  fail(error)
}

/**
 * The first signal ends the server in order, even one that is still starting; a second one at once. So does the end of the process that
 * started it with a channel (scripts/start.mjs): a server nobody watches over would keep its port and its folder.
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

/** The lines of `.env` in the current folder; the environment itself comes first. */
function fileSettings(): Record<string, string | undefined> {
  return existsSync('.env')
    ? (parseEnv(withoutMark(readFileSync('.env', 'utf8'))) as Record<string, string | undefined>)
    : {}
}

/** The console's build lies beside the server's: dist/console, seen from dist/server and, while developing, from server/. */
function consoleFolder(): string | null {
  const folders = ['../console', '../dist/console'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return folders.find((folder) => existsSync(folder)) ?? null
}
