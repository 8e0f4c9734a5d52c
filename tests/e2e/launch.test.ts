import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { call, tokenOf } from '../support/call.ts'
import { freePort, startServer } from '../support/instance.ts'
import { upTo } from '../support/slowness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const windows = process.platform === 'win32'
const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
const hasNpm =
  spawnSync(npm[0] ?? 'npm', [...npm.slice(1), '--version'], { stdio: 'ignore', shell: windows }).status === 0

interface Launched {
  child: ChildProcess
  url: string
  port: number
  dataDir: string
  output: () => string
}

const left: Launched[] = []

afterEach(() => {
  for (const { child, output, dataDir } of left.splice(0)) {
    child.kill('SIGKILL')
    // Every line that the server logs holds its process id. If the server outlived its launcher, the test has failed
    // already.
    for (const pid of new Set([...output().matchAll(/"pid":(\d+)/g)].map((match) => Number(match[1])))) end(pid)
    rmSync(dataDir, { recursive: true, force: true })
  }
})

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended, as it should.
  }
}

/** Runs a start command as a user does, and waits until it prints the console's address. */
async function launched(command: readonly string[], environment: Record<string, string> = {}): Promise<Launched> {
  const [program = '', ...args] = command
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'console-launch-'))
  const { DATABASE_URL: _url, PLATFORM_URL: _platform, npm_lifecycle_script: _script, ...others } = process.env
  const env = {
    ...others,
    CAPTCHA: 'off',
    LOG_LEVEL: 'info',
    DEMO: 'off',
    ...environment,
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const child = spawn(program, args, { cwd: root, env, shell: windows, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const one = { child, url: `http://127.0.0.1:${port}`, port, dataDir, output: () => text }
  left.push(one)
  await expect.poll(() => text, { timeout: upTo(100_000) }).toMatch(/^Console: .*\n/m)
  return one
}

const answers = ({ url }: Launched) =>
  fetch(`${url}/healthz`).then(
    () => 'open',
    () => 'closed',
  )

describe('npm start', () => {
  it('prints URL and accounts last, and releases port and folder when killed', async () => {
    const one = await launched([process.execPath, 'scripts/start.mjs'], { DEMO: 'on' })
    const token = await tokenOf(one.url, 'admin', 'admin123')
    // The demo's past is written meanwhile: a value of a day ago shows that its first day is done.
    const [device] = (
      await call<{ list: { id: number }[] }>(one.url, 'GET', 'godbDevice?page_size=1&current=1', { token })
    ).data.list
    const dayAgo = Date.now() - 25 * 3_600_000
    const older = async () =>
      (
        await call<unknown[]>(
          one.url,
          'GET',
          `godbAllHistoricaldataById/${device?.id}/${dayAgo - 3_600_000}/${dayAgo}`,
          { token },
        )
      ).data.length
    await expect.poll(older, { timeout: upTo(60_000) }).toBeGreaterThan(0)
    expect(one.output().trimEnd().split('\n').slice(-5)).toEqual([
      `Console: ${one.url}/`,
      'Demo accounts:',
      '  admin / admin123      super administrator',
      '  manager / manager123  project administrator',
      '  viewer / viewer123    may only watch',
    ])

    one.child.kill('SIGKILL')
    await expect.poll(() => answers(one)).toBe('closed')
    // The server that ends closes its port first; until it has closed its folder too, another one refuses to start.
    const starts = () =>
      startServer({ DATA_DIR: one.dataDir, PORT: String(one.port), DEMO: 'off' }).then(
        async (next) => {
          await next.stop()
          return 'started'
        },
        (failure: unknown) => String(failure),
      )
    await expect.poll(starts, { timeout: upTo(60_000) }).toBe('started')
  })

  it.skipIf(windows || !hasNpm).each(['SIGTERM', 'SIGKILL'] as const)('ends when npm receives %s', async (signal) => {
    const one = await launched([...npm, 'start'])
    one.child.kill(signal)
    await expect.poll(() => answers(one)).toBe('closed')
  })
})
