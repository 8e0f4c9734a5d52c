import { randomBytes } from 'node:crypto'
import { HOUR } from '../../resources/kit/zone.ts'
import { airContent, pastAverages, spanContent } from '../hj212/cli.ts'
import type { Group } from '../hj212/protocol/segment.ts'
import type { Hub } from '../hj212/hub.ts'
import { vaultOf } from '../hj212/secrets.ts'
import { createStation } from '../hj212/simulator.ts'
import type { Platform } from '../platform.ts'
import { translatorFor } from './language.ts'
import { productsIn } from './products.ts'
import { waveAt, type Quantity } from './values/wave.ts'

const MN = 'DEMO00000000000000000001'
const REPORT_INTERVAL_MS = 30_000
/** HJ 212 factors of the nodes of the demo's air stations. */
const FACTORS: Partial<Record<Quantity, string>> = {
  pm25: 'a34004',
  pm10: 'a34002',
  temperature: 'a01001',
  humidity: 'a01002',
  o3: 'a05024',
  no2: 'a21004',
  so2: 'a21026',
  co: 'a21005',
  windSpeed: 'a01007',
  windDirection: 'a01008',
}

/** Returns the station's report: the simulator's six factors, and these further ones. */
function content(t: number): Group[] {
  const own: [Quantity, number][] = [
    ['so2', 1],
    ['co', 2],
    ['windSpeed', 1],
    ['windDirection', 0],
  ]
  return [
    ...airContent(t, 0),
    ...own.map(
      ([quantity, digits]): Group => [
        [`${FACTORS[quantity]}-Rtd`, waveAt(quantity, 0, t).toFixed(digits)],
        [`${FACTORS[quantity]}-Flag`, 'N'],
      ],
    ),
  ]
}

/**
 * Starts a station of the demo city that speaks HJ 212 over the platform's own port. Its device is created at the first
 * start with that port; its password is new at every start.
 */
export async function startDemoStation(platform: Platform, hub: Hub): Promise<{ close(): Promise<void> }> {
  const { settings, log } = platform
  const pw = randomBytes(3).toString('hex')
  if (!(await settle(platform, pw))) return { close: async () => {} }
  for (const table of ['nodemap', 'device']) await platform.registry.changed(table, null)
  await hub.reload()
  const host = ['0.0.0.0', '::'].includes(settings.hj212?.host ?? '')
    ? '127.0.0.1'
    : (settings.hj212?.host ?? '127.0.0.1')
  const station = createStation({
    host,
    port: hub.port,
    mn: MN,
    pw,
    tls: settings.hj212?.tls !== null,
    timeZone: settings.timeZone,
    history: pastAverages,
  })
  let hour = Math.floor(Date.now() / HOUR)
  const report = async (): Promise<void> => {
    try {
      if (!station.connected()) await station.connect()
      await station.report('2011', content(Date.now()))
      const now = Math.floor(Date.now() / HOUR)
      if (now > hour) await station.report('2061', spanContent(hour * HOUR, 0))
      hour = now
    } catch (error) {
      log.debug({ err: error }, 'the demo station could not report')
    }
  }
  const timer = setInterval(() => void report(), REPORT_INTERVAL_MS)
  void report()
  return {
    async close() {
      clearInterval(timer)
      station.close()
    },
  }
}

/** Creates the station's device in the area of another air station; returns false where the city has none. */
async function settle({ storage, settings }: Platform, pw: string): Promise<boolean> {
  const product = productsIn(settings.demoLanguage).find(({ key }) => key === 'air')
  const secret = (await vaultOf(storage)).close(pw)
  return storage.write(async (trx) => {
    const now = Date.now()
    const known = await trx.selectFrom('device').select('id').where('mn', '=', MN).executeTakeFirst()
    const model = known
      ? undefined
      : await trx
          .selectFrom('devicetype')
          .select('id')
          .where('name', '=', product?.name ?? '')
          .executeTakeFirst()
    const beside =
      model &&
      (await trx
        .selectFrom('device')
        .select(['project_id', 'district_id'])
        .where('devicetype_id', '=', model.id)
        .orderBy('id')
        .executeTakeFirst())
    if (!known && (!model || !beside)) return false
    let id = known?.id
    if (id === undefined && model && beside) {
      for (const [index, [quantity]] of (product?.nodes ?? []).entries())
        await trx
          .updateTable('nodemap')
          .set({ key_msg: FACTORS[quantity] ?? null })
          .where('devicetype_id', '=', model.id)
          .where('nodeaddr', '=', index + 1)
          .where('key_msg', '=', quantity)
          .execute()
      const name = translatorFor(settings.demoLanguage)(['HJ 212 示范站', 'HJ 212 示範站', 'HJ 212 sample station'])
      const row = {
        name,
        sn: '2120000001',
        mn: MN,
        project_id: beside.project_id,
        district_id: beside.district_id,
        devicetype_id: model.id,
        issingle: 1,
        protocol_type: 5,
        acquisition_cycle: 30,
        save_cycle: 5,
        over_time: 600,
        control_state: 0,
        sort_num: 0,
        created_at: now,
        updated_at: now,
      }
      id = (await trx.insertInto('device').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    if (id === undefined) return false
    const row = { device_id: id, version: 2017, pw: secret, sm4: null, updated_at: now }
    await trx
      .insertInto('hj212station')
      .values(row)
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ pw: secret }))
      .execute()
    return true
  })
}
