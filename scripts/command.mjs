import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ensurePackages, fail } from './setup.mjs'

/**
 * Runs a server command from its sources, on the installation that `npm start` would serve (environment, .env). The
 * command gets the command line arguments, the settings and a function that prints a line, and returns a last line, or
 * nothing. A failure ends the process with one sentence.
 */
export async function runCommand(load) {
  ensurePackages()
  const { register } = await import('tsx/esm/api')
  register()
  const command = await load()
  const { readSettings } = await import('../server/settings.ts')
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  try {
    const settings = readSettings({ ...file, ...process.env }, null)
    const said = await command(process.argv.slice(2), settings, (line) => console.log(line))
    if (said !== undefined) console.log(said)
  } catch (error) {
    fail(error.message)
  }
}
