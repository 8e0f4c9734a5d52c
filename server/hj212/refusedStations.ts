import { device as deviceResource } from '../../resources/device.ts'
import { entityOf } from '../crud/entity.ts'
import { createRecord } from '../crud/save.ts'
import { invalid, notFound } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { isPassword } from './protocol/fields.ts'
import { stationSetter } from './settings.ts'
import { loadFactors } from './stations.ts'

/** Maximum number of models proposed for one station. */
const PROPOSED = 5

/**
 * Returns the stations that were refused, newest first. Each has the device that already has its MN, where there is one
 * (which then lacks a password or has another), and the product models whose node maps name most of its factors.
 */
export async function listRefusedStations({ storage }: Pick<Platform, 'storage'>): Promise<object[]> {
  const { read } = storage
  const [stations, factors, models, devices] = await Promise.all([
    read.selectFrom('hj212knock').selectAll().orderBy('last_at', 'desc').execute(),
    loadFactors(storage),
    read.selectFrom('devicetype').select(['id', 'name']).execute(),
    read.selectFrom('device').select(['id', 'name', 'mn', 'sn']).execute(),
  ])
  const byName = new Map<string, { id: number; name: string }>()
  for (const { id, name, sn } of devices) if (sn) byName.set(sn.toUpperCase(), { id, name })
  for (const { id, name, mn } of devices) if (mn) byName.set(mn.toUpperCase(), { id, name })
  return stations.map(({ factors: text, ...station }) => {
    const spoken = text === '' ? [] : text.split(',')
    const fit = models.map(({ id, name }) => {
      const known = factors.get(id)
      return { id, name, matched: spoken.filter((factor) => known?.has(factor)).length, of: known?.size ?? 0 }
    })
    // Most matching factors first; of two models with as many, the one with fewer factors in all.
    const proposed = fit
      .filter(({ matched }) => matched > 0)
      .toSorted((a, b) => b.matched - a.matched || a.of - b.of || a.id - b.id)
    return { ...station, factors: spoken, device: byName.get(station.mn) ?? null, models: proposed.slice(0, PROPOSED) }
  })
}

/** Value of HJ 212 in the dictionary ProtocalType. */
const HJ212 = 5
/** Usual rhythm of a station: a frame every 30 s; offline after 10 minutes of silence. */
const USUAL = { issingle: 1, protocol_type: HJ212, acquisition_cycle: 30, save_cycle: 5, over_time: 600 }

/**
 * Creates a device from a refused station, in the project of the area: `{name, district_id, devicetype_id, pw}`.
 * Returns its id.
 *
 * @throws ApiError 404 where no station was refused under this MN; 400 with the wrong fields
 */
export async function makeDevice(
  platform: Platform,
  signedIn: SignedIn,
  mn: string,
  { name, district_id, devicetype_id, pw }: Record<string, unknown>,
): Promise<{ id: number }> {
  const { read } = platform.storage
  const station = await read.selectFrom('hj212knock').select(['mn', 'version']).where('mn', '=', mn).executeTakeFirst()
  if (!station) throw notFound()
  if (!isPassword(pw)) throw invalid({ pw: { key: 'error.hj212.pw' } })
  const area = platform.registry.area(Number(district_id))
  if (!area) throw invalid({ district_id: { key: 'error.rule.required' } })
  const set = await stationSetter(platform, signedIn, { pw, version: station.version })
  const values = { ...USUAL, name, district_id, devicetype_id, project_id: area.project_id, mn }
  // All or nothing: a device without its password would keep the station out, and its MN could not be tried again.
  const made = await createRecord(platform, signedIn, entityOf(deviceResource), values, async (trx, id) => {
    await set(trx, id)
    await trx.deleteFrom('hj212knock').where('mn', '=', mn).execute()
  })
  return { id: Number(made['id']) }
}
