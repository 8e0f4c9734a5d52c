import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensurePackages } from './setup.mjs'

/** The build targets: their source files, and the path of their entry. */
const targets = {
  console: {
    sources: [
      'src',
      'resources',
      'standards',
      'dataProvider',
      'authProvider',
      'i18n',
      'public',
      'index.html',
      'vite.config.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    entry: 'dist/console/index.html',
    build: buildConsole,
  },
  server: {
    sources: ['server', 'resources', 'standards', 'i18n', 'scripts/build.mjs', 'tsconfig.json', 'package-lock.json'],
    entry: 'dist/server/main.js',
    build: buildServer,
  },
}

/**
 * Builds the targets whose sources have changed since their last build (by content hash); returns their names. Runs in
 * a child process: the bundler sets NODE_ENV and keeps half a gigabyte, and the caller continues to run beside a server
 * or the tests.
 */
export async function build({ names = Object.keys(targets) } = {}) {
  const stamps = readStamps()
  const stale = names.filter(
    (name) => stamps[name] !== hashOf(targets[name].sources) || !existsSync(targets[name].entry),
  )
  if (stale.length === 0) return stale
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--quiet', ...stale], { stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`could not build ${stale.join(' and ')}`)
  return stale
}

async function buildNow(names, logLevel) {
  for (const name of names) {
    const target = targets[name]
    if (!target) throw new Error(`there is no ${name} to build; there are ${Object.keys(targets).join(' and ')}`)
    // The hash is taken before the build: sources that change during it make the target stale again.
    const stamp = hashOf(target.sources)
    console.log(`Building the ${name} ...`)
    await target.build(logLevel)
    writeStamps({ ...readStamps(), [name]: stamp })
  }
}

async function buildConsole(logLevel) {
  const vite = await import('vite')
  await vite.build({ logLevel })
}

/**
 * Builds the server as plain ES modules in one folder; packages except Kysely stay external. All files are in the same
 * folder, so that worker.js is found from any of them.
 */
async function buildServer(logLevel) {
  const vite = await import('vite')
  await vite.build({
    configFile: false,
    publicDir: false,
    logLevel,
    // Kysely has two hundred small files, of which a tenth is used: bundled, it starts faster and takes 9 MB less.
    ssr: { noExternal: ['kysely'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rollupOptions: {
        input: { main: 'server/main.ts', worker: 'server/storage/sqlite/worker.ts', hj212: 'server/hj212/worker.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

const stampFile = 'dist/.stamps.json'

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

function writeStamps(stamps) {
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, JSON.stringify(stamps))
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf)) hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensurePackages()
  const words = process.argv.slice(2)
  const quiet = words.includes('--quiet')
  const names = words.filter((word) => word !== '--quiet')
  await buildNow(names.length > 0 ? names : Object.keys(targets), quiet ? 'warn' : 'info')
}
