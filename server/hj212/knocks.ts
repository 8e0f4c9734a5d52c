import { device as deviceResource } from '../../resources/device.ts'
import { entityOf } from '../crud/entity.ts'
import { createRecord } from '../crud/save.ts'
import { invalid, notFound } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { isPassword } from './protocol/fields.ts'
import { stationSetter } from './settings.ts'
import { loadFactors } from './stations.ts'

/** Models proposed for one station at most. */
const PROPOSED = 5

/**
 * Stations that were not let in, newest first: with the device that has their MN already, where there is one (it needs a password then, or another),
 * and the product models whose node maps name most of their factors.
 */
export async function listKnocks({ storage }: Pick<Platform, 'storage'>): Promise<object[]> {
  const { read } = storage
  const [knocks, factors, models, devices] = await Promise.all([
    read.selectFrom('hj212knock').selectAll().orderBy('last_at', 'desc').execute(),
    loadFactors(storage),
    read.selectFrom('devicetype').select(['id', 'name']).execute(),
    read.selectFrom('device').select(['id', 'name', 'mn', 'sn']).execute(),
  ])
  const byName = new Map<string, { id: number; name: string }>()
  for (const { id, name, sn } of devices) if (sn) byName.set(sn.toUpperCase(), { id, name })
  for (const { id, name, mn } of devices) if (mn) byName.set(mn.toUpperCase(), { id, name })
  return knocks.map(({ factors: text, ...knock }) => {
    const spoken = text === '' ? [] : text.split(',')
    const fit = models.map(({ id, name }) => {
      const known = factors.get(id)
      return { id, name, matched: spoken.filter((factor) => known?.has(factor)).length, of: known?.size ?? 0 }
    })
    // The most factors first; of two with as many, the one that has the fewest besides.
    const proposed = fit
      .filter(({ matched }) => matched > 0)
      .toSorted((a, b) => b.matched - a.matched || a.of - b.of || a.id - b.id)
    return { ...knock, factors: spoken, device: byName.get(knock.mn) ?? null, models: proposed.slice(0, PROPOSED) }
  })
}

/** ProtocalType of the dictionary. */
const HJ212 = 5
/** A station's usual rhythm: a frame each half a minute, silent after ten minutes. */
const USUAL = { issingle: 1, protocol_type: HJ212, acquisition_cycle: 30, save_cycle: 5, over_time: 600 }

/**
 * Makes a device of a station that knocks: `{name, district_id, devicetype_id, pw}`, in the project of the area; answers its id. 404 where nobody
 * knocks under this MN, 400 at the field that is not right.
 */
export async function makeDevice(
  platform: Platform,
  signedIn: SignedIn,
  mn: string,
  { name, district_id, devicetype_id, pw }: Record<string, unknown>,
): Promise<{ id: number }> {
  const { read } = platform.storage
  const knock = await read.selectFrom('hj212knock').select(['mn', 'version']).where('mn', '=', mn).executeTakeFirst()
  if (!knock) throw notFound()
  if (!isPassword(pw)) throw invalid({ pw: { key: 'error.hj212.pw' } })
  const area = platform.registry.area(Number(district_id))
  if (!area) throw invalid({ district_id: { key: 'error.rule.required' } })
  const set = await stationSetter(platform, signedIn, { pw, version: knock.version })
  const values = { ...USUAL, name, district_id, devicetype_id, project_id: area.project_id, mn }
  // All or nothing: a device without its password would keep the station out, and its MN from being tried again.
  const made = await createRecord(platform, signedIn, entityOf(deviceResource), values, async (trx, id) => {
    await set(trx, id)
    await trx.deleteFrom('hj212knock').where('mn', '=', mn).execute()
  })
  return { id: Number(made['id']) }
}
