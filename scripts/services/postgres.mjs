import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { comesTrue, end, findProgram, freePort, runs, service } from './programs.mjs'

const OLDEST = 15

/**
 * Provides a PostgreSQL for the tests: the one of TEST_DATABASE_URL, else a temporary cluster of an installed
 * PostgreSQL in a temporary folder. Returns {url, note, stop(), kill(), again()}, url null if there is none. With
 * `lasting` it is always a private cluster, and one that keeps committed data when it is killed: the durability
 * settings that the tests turn off for speed stay on.
 */
export async function startPostgres({ lasting = false } = {}) {
  if (!lasting && process.env.TEST_DATABASE_URL)
    return service(process.env.TEST_DATABASE_URL, 'PostgreSQL: the one of TEST_DATABASE_URL')
  const bin = programFolder()
  if (!bin)
    return service(
      null,
      `PostgreSQL half skipped: no PostgreSQL ${OLDEST} or newer is installed and TEST_DATABASE_URL is not set.`,
    )
  return start(bin, lasting).catch((error) =>
    service(null, `PostgreSQL half skipped: the one in ${bin} did not start (${error.message}).`),
  )
}

async function start(bin, lasting) {
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? (accountOf('postgres') ?? accountOf('nobody')) : null
  const folder = mkdtempSync(join(tmpdir(), 'test-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'tester\n', { mode: 0o644 })
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'tester',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr?.trim().split('\n').at(-1) ?? made.error?.message)
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    ...(!lasting && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://tester:tester@127.0.0.1:${port}/postgres`
  let server
  /** Starts a server; resolves to whether it answers within half a minute. */
  const begins = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...options, stdio: 'ignore' })
    const isGone = () => server.exitCode !== null || server.signalCode !== null
    const came = (await comesTrue(async () => isGone() || (await answers(url)), 30)) && !isGone()
    if (!came) await end(server, 'SIGKILL')
    return came
  }
  const stop = async () => {
    await end(server, 'SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  const crash = {
    kill: () => end(server, 'SIGKILL'),
    async again() {
      // Child processes of a killed server end by themselves, and prevent a new start until then.
      if (!(await comesTrue(begins, 60))) throw new Error('PostgreSQL did not come back within a minute')
    },
  }
  if (await begins()) return service(url, `PostgreSQL: a throw-away cluster of ${bin}`, stop, crash)
  await stop()
  throw new Error('no answer within 30 s')
}

async function answers(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
  return true
}

/** Returns the folder with the programs of the newest installed PostgreSQL. */
function programFolder() {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(home, version, 'bin')), '/opt/homebrew/opt/postgresql/bin']
  const inPath = findProgram(['initdb'])
  if (inPath) folders.unshift(dirname(inPath))
  return (
    folders.find(
      (folder) => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres')) && versionOf(folder) >= OLDEST,
    ) ?? null
  )
}

const versionOf = (folder) =>
  Number(/(\d+)/.exec(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0)

function accountOf(name) {
  const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  return uid > 0 && gid > 0 ? { uid, gid } : null
}
