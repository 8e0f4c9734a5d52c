import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, makeDevice, pushValue, tokenOf } from '../support/call.ts'
import { fillWithCity, spawnServer, startServer, type Instance } from '../support/instance.ts'
import { upTo } from '../support/slowness.ts'

const running: Instance[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((instance) => instance.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'console-start-'))
  folders.push(made)
  return made
}
const started = async (environment: Record<string, string | undefined> = {}): Promise<Instance> => {
  const instance = await startServer({ DATA_DIR: folder(), ...environment })
  running.push(instance)
  return instance
}
/** Starts a server that should refuse to start; returns exit code and the last line it wrote. */
const refused = async (
  environment: Record<string, string | undefined>,
): Promise<{ code: number | null; sentence: string; output: string }> => {
  const instance = await spawnServer({ DATA_DIR: folder(), ...environment })
  running.push(instance)
  const { code } = await instance.exited
  return { code, sentence: instance.output().trim().split('\n').at(-1) ?? '', output: instance.output() }
}

describe('server start in an empty folder', () => {
  it('prints the address, signs in the 3 demo accounts, stops cleanly during the history fill and keeps its data', async () => {
    const dataDir = folder()
    // Its debug lines report each day of the past that is written.
    const first = await started({ DATA_DIR: dataDir, DEMO: undefined, DEMO_DAYS: undefined, LOG_LEVEL: 'debug' })
    await first.says(/admin \/ admin123/)
    expect(first.output()).toContain(first.url)
    for (const name of ['manager', 'viewer']) expect(await tokenOf(first.url, name, `${name}123`)).toBeTruthy()
    const admin = await tokenOf(first.url, 'admin', 'admin123')
    const made = await call<{ id: number }>(first.url, 'POST', 'godbGateway', {
      token: admin,
      body: { name: 'kept', regcode: '990001', protocol_type: 1, project_id: 1 },
    })
    expect(made.code).toBe(0)
    expect(first.output()).not.toMatch(/"days":30,"of":30/)
    first.process.kill('SIGINT')
    expect(await first.exited).toEqual({ code: 0, signal: null })
    // A closed database has merged its write-ahead log.
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])

    const second = await started({ DATA_DIR: dataDir, DEMO: undefined })
    const found = await call<{ list: { name: string }[] }>(
      second.url,
      'GET',
      'godbGateway?page_size=10&current=1&search=990001',
      { token: admin },
    )
    expect(found.data.list.map(({ name }) => name)).toEqual(['kept'])
    second.process.kill('SIGTERM')
    expect(await second.exited).toEqual({ code: 0, signal: null })
  })

  it('creates one administrator with a printed random password when DEMO=off', async () => {
    const server = await started({ DEMO: 'off' })
    await server.says(/First sign-in: admin \/ \S+/)
    const password = /First sign-in: admin \/ (\S+)/.exec(server.output())?.[1] ?? ''
    expect(await tokenOf(server.url, 'admin', password)).toBeTruthy()
    await expect(tokenOf(server.url, 'admin', 'admin123')).rejects.toThrow(/admin could not sign in/)
  })
})

describe('failing server start', () => {
  it('reports a second process on the same data folder or port', async () => {
    const first = await started({ DEMO: 'off' })
    const beside = await refused({ DATA_DIR: first.dataDir, DEMO: 'off' })
    expect(beside.code).toBe(1)
    expect(beside.sentence).toMatch(/Another process is using the data folder .*DATA_DIR/)
    expect((await fetch(`${first.url}/login`)).status).toBe(200)
    const elsewhere = await refused({ PORT: String(first.port), DEMO: 'off' })
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.sentence).toMatch(new RegExp(`Port ${first.port} .*in use.*PORT`))
  })

  it.each([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }],
    ['PORT', { PORT: '70000' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['TIME_ZONE', { TIME_ZONE: 'Mars/Olympus' }],
    ['HOST', { HOST: '0.0.0.0' }],
  ])('names %s for %o, and prints no stack trace and no secret', async (name, environment) => {
    const { code, sentence, output } = await refused(environment)
    expect(code).toBe(1)
    expect(sentence).toContain(name)
    expect(output).not.toMatch(/^\s+at /m)
    expect(output).not.toContain('secret')
  })

  it('names DATA_DIR when its parent is a file', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    const instance = await refused({ DATA_DIR: join(file, 'data') }).catch((error: unknown) => error)
    expect(instance).toMatchObject({ code: 1, sentence: expect.stringContaining('DATA_DIR') as unknown })
  })
})

describe('server start in a demo data folder', () => {
  /** Each test continues with what the one before left: a city's first minute is the most expensive. */
  let dataDir = ''
  /** The server that the first test leaves to the second, which ends it. */
  let going: Instance | undefined
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'console-start-'))
    await fillWithCity(dataDir)
  })
  afterAll(async () => {
    await going?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps an acknowledged sample after the process was killed', async () => {
    const first = await started({ DATA_DIR: dataDir })
    const admin = await tokenOf(first.url, 'admin', 'admin123')
    const device = await makeDevice(first.url, admin)
    expect((await pushValue(first.url, device.credential, device.sn, device.node, 3.25)).code).toBe(0)
    first.process.kill('SIGKILL')
    await first.exited
    const second = await startServer({ DATA_DIR: dataDir })
    going = second
    const now = Date.now()
    const rows = await call<{ historydata: number; nodemapid: number }[]>(
      second.url,
      'GET',
      `godbAllHistoricaldataById/${device.id}/${now - 600_000}/${now + 1000}`,
      { token: admin },
    )
    expect(rows.data.filter((row) => row.nodemapid === device.node && Number(row.historydata) === 3.25)).toHaveLength(1)
  })

  it('finishes an open request after SIGINT, and exits despite a keep-alive connection', {
    timeout: upTo(30_000),
  }, async () => {
    const server = going ?? (await startServer({ DATA_DIR: dataDir }))
    running.push(server)
    const admin = await tokenOf(server.url, 'admin', 'admin123')
    const device = await makeDevice(server.url, admin, '第二水文站')
    const agent = new Agent({ keepAlive: true })
    const body = JSON.stringify([{ sn: device.sn, values: { [device.node]: 4.5 } }])
    const headers = {
      authorization: `Bearer ${device.credential}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const upload = request(`${server.url}/v1/telemetry`, { method: 'POST', agent, headers })
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      upload.once('response', resolve).once('error', reject),
    )
    const underWay = new Promise((resolve) => upload.once('continue', resolve))
    upload.flushHeaders()
    await underWay
    server.process.kill('SIGINT')
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    upload.end(body)
    const response = await answer
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await server.exited).toEqual({ code: 0, signal: null })
    agent.destroy()
  })

  // Must be the last, because it changes the passwords.
  it('disables the demo accounts when DEMO=off; ADMIN_PASSWORD and "admin reset" enable them again', async () => {
    const second = await started({ DATA_DIR: dataDir, DEMO: 'off', HOST: '0.0.0.0' })
    await second.says(
      /Disabled, .*: admin, manager, viewer\. To enable one: npm run admin -- reset admin, or set ADMIN_PASSWORD for admin\. DEMO=on runs the demo again\./,
    )
    for (const name of ['admin', 'manager', 'viewer'])
      await expect(tokenOf(second.url, name, `${name}123`)).rejects.toThrow(/could not sign in/)
    second.process.kill('SIGTERM')
    await second.exited
    const { stdout } = spawnSync(process.execPath, ['scripts/admin.mjs', 'reset', 'manager'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    })
    const password = /^manager \/ (\S+) /.exec(stdout)?.[1] ?? stdout
    // The earlier decision is remembered.
    const third = await started({ DATA_DIR: dataDir, DEMO: undefined, ADMIN_PASSWORD: 'a-password-of-our-own' })
    await third.says(/Disabled, because its password is the demo's and public: viewer\. /)
    expect(await tokenOf(third.url, 'manager', password)).toBeTruthy()
    expect(await tokenOf(third.url, 'admin', 'a-password-of-our-own')).toBeTruthy()
  })
})
