import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Root folder of the project. Every script works from here, whatever folder it is called from. */
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs the packages of package-lock.json in node_modules if they differ, and checks the version of Node; ends the
 * process with one sentence if that fails.
 */
export function ensurePackages() {
  process.chdir(root)
  ensureNode()
  if (packagesFit()) return
  console.log('Installing packages (about a minute, only when package-lock.json changed) ...')
  const result = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (result.error || result.status !== 0)
    fail('The packages could not be installed: npm ci failed, its message is above.')
}

/** Ends the process with one sentence on stderr. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function ensureNode() {
  const wanted = [20, 19]
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < wanted[0] || (major === wanted[0] && minor < wanted[1]))
    fail(`Node.js ${wanted.join('.')} or newer is needed; this is ${process.versions.node}.`)
}

/** Whether node_modules matches the lock file: npm writes a lock file of its own there once everything is installed. */
function packagesFit() {
  const installed = 'node_modules/.package-lock.json'
  if (!existsSync(installed)) return false
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages ?? {}
  const want = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages ?? {}
  return Object.entries(want).every(
    ([path, entry]) => path === '' || (have[path] ? have[path].version === entry.version : entry.optional === true),
  )
}

/**
 * Runs the npm of the running Node: the one that started this script, else the one in PATH (a .cmd file on Windows,
 * which needs a shell).
 */
function npm(args) {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  return spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
