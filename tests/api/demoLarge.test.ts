import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFact } from '../../server/demo/facts.ts'
import { demoWanted, fillDemo, startDemo } from '../../server/demo/index.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

const DEVICES = 400
const ROWS = 24_000

/** The program that `npm run demo` runs, built once. */
let built: Awaited<ReturnType<typeof buildChild>>
beforeAll(async () => {
  built = await buildChild('server/fill.ts')
})
afterAll(() => built.remove())

describe.each(engines)('large demo city on %s', (engine) => {
  let place: TestPlace
  let platform: Platform
  const said: string[] = []
  const open = () => openPlatform({ ...readSettings({}, null), ...place.settings }, silentLog)
  beforeAll(async () => {
    place = await testPlace(engine, 'schema')
    platform = await open()
    await fillDemo(platform, DEVICES, (line) => said.push(line), ROWS)
  })
  afterAll(async () => {
    await platform.close()
    await place.remove()
  })

  it('has the requested number of devices, behind gateways, with a value for each node', async () => {
    const devices = platform.registry.devices()
    expect(devices).toHaveLength(DEVICES)
    for (const device of devices)
      for (const node of device.nodes.values()) expect(node.last, `${device.name} ${node.alias}`).not.toBeNull()
    expect(devices.filter((device) => platform.registry.isOnline(device)).length).toBeGreaterThan(DEVICES * 0.9)
    expect(new Set(devices.map((device) => device.project_id)).size).toBe(3)
    expect(new Set(devices.map((device) => device.devicetype_id)).size).toBeGreaterThan(8)
    expect(new Set(devices.map((device) => device.gateway_id)).size).toBeGreaterThan(DEVICES / 10)
  })

  it('writes about one day of history within the row limit, and reports its progress', async () => {
    const { read } = platform.storage
    const found = await read
      .selectFrom('history')
      .select((eb) => [eb.fn.countAll().as('rows'), eb.fn.max('ts').as('last')])
      .executeTakeFirstOrThrow()
    const older = await read
      .selectFrom('history')
      .select('device_id')
      .where('ts', '<', Number(found.last) - 25 * 3_600_000)
      .execute()
    expect(Number(found.rows)).toBeGreaterThan(ROWS / 2)
    expect(Number(found.rows)).toBeLessThan(ROWS * 1.2)
    // Except for the last values of the few devices that have been silent for longer.
    expect(new Set(older.map((row) => row.device_id)).size).toBeLessThan(DEVICES * 0.06)
    expect(said[0]).toMatch(/^400 devices behind \d+ gateways in 29 areas/)
    expect(said.at(-1)).toMatch(/100 %$/)
  })

  it('starts its data quality rates at its first start, not with the day before', async () => {
    const since = Number(await readFact(platform.storage, 'demo.since'))
    const rows = await platform.storage.read.selectFrom('device').select('created_at').distinct().execute()
    expect(rows.map(({ created_at }) => Number(created_at))).toEqual([since])
  })

  // The remaining tests ask the databases for nothing new; PostgreSQL accepts several servers where a folder has one.
  if (engine !== 'sqlite') return

  it('refuses to fill a database that is in use', async () => {
    await expect(fillDemo(platform, 10, () => {})).rejects.toThrow(/in use already/)
    expect(await platform.storage.read.selectFrom('device').select('id').execute()).toHaveLength(DEVICES)
  })

  it('sends values of at most a tenth of its devices at a time', async () => {
    await platform.close()
    platform = await open()
    expect(await demoWanted({ demo: 'auto', host: '127.0.0.1', role: 'all' }, platform.storage)).toBe(true)
    const sizes: number[] = []
    const { ingest } = platform
    const demo = await startDemo({
      ...platform,
      ingest: {
        ...ingest,
        push: (items, source) => (sizes.push((items as object[]).length), ingest.push(items, source)),
      },
    })
    try {
      await expect.poll(() => sizes.length, { timeout: upTo(5000) }).toBeGreaterThan(1)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(DEVICES / 10)
      expect(platform.registry.devices()).toHaveLength(DEVICES)
    } finally {
      await demo.close()
    }
  })

  it('is refused by npm run demo in one line while a server uses the data folder', async () => {
    const answer = await command(['--devices', '10'], place.settings.dataDir)
    expect(answer).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another process is using the data folder ${place.settings.dataDir}; stop it, or set DATA_DIR to another folder.\n`,
    })
  })
})

describe('npm run demo', () => {
  it.each([[['--devices', 'many']], [['--devices', '0']], [['--device', '10']]])(
    'reports its valid arguments in one line: %s',
    async (given) => {
      const { code, stderr } = await command(given, '/nowhere')
      expect(code).toBe(1)
      expect(stderr).toMatch(/^[^\n]*--devices[^\n]*\n$/)
    },
  )
})

function command(given: readonly string[], dataDir: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [built.script, ...given], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
