import type { Insertable, Transaction } from 'kysely'
import { ROOT_AREA } from '../../resources/area.ts'
import type { CheckRow } from '../quality/checks.ts'
import type { AnyTables, Storage, Tables } from '../storage/types.ts'
import { accountRows } from './accounts.ts'
import { seedAlarms } from './alarms.ts'
import { projects } from './areas.ts'
import { city as drawnCity, connectionsOf, type City } from './city.ts'
import { LARGE_CITY_ROWS } from './history.ts'
import { translatorFor } from './language.ts'
import { seedNorth } from './north.ts'
import { outlinesOf } from './outlines.ts'
import { seedPermissions } from './permissions.ts'
import { nodesIn, productsIn } from './products.ts'
import { seedUpkeep } from './upkeep.ts'
import type { Quantity } from './values/wave.ts'

type Trx = Transaction<Tables>
type Id = number

/**
 * Writes the city's records and accounts in one transaction, together with a setting that records their existence.
 * Projects, products, nodes and accounts whose name exists already are used as they are, so that the demo can be added
 * to a database in use.
 *
 * @param most most rows of history that a large city will have: its alarms are placed at the moments of these rows
 */
export async function seedCity(
  storage: Storage,
  now: number,
  fact: string,
  city: City = drawnCity,
  most = LARGE_CITY_ROWS,
): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  const translate = translatorFor(city.language)
  const accounts = await accountRows(now, city.language)
  await storage.write(async (trx) => {
    const cycles = { remain_sms: 500, acquisition_cycle: 60, save_cycle: 5 }
    const projectRows = projects.map(({ name, contact, explained }, i) => ({
      name: translate(name),
      contact,
      explained: translate(explained),
      pin_code: `SJZ${i + 1}`,
      ...cycles,
      ...stamp,
    }))
    const projectIds = await named(trx, 'project', projectRows)
    const areaIds = await seedAreas(trx, city, projectIds, now)
    const productIds = await seedProducts(trx, city, now)
    const gateways = city.gateways.map(({ project, ...row }) => ({
      ...row,
      project_id: at(projectIds, project),
      issingle: 0,
      ...stamp,
    }))
    await trx
      .insertInto('gateway')
      .values(gateways)
      .onConflict((conflict) => conflict.column('regcode').doNothing())
      .execute()
    const gatewayRows = await trx
      .selectFrom('gateway')
      .select(['id', 'regcode'])
      .where(
        'regcode',
        'in',
        gateways.map((row) => row.regcode),
      )
      .execute()
    const gatewayIds = new Map(gatewayRows.map((row) => [row.regcode, row.id]))
    const devices = city.devices.map(
      (device): Insertable<Tables['device']> => ({
        name: device.name,
        sn: device.sn,
        project_id: at(projectIds, device.project),
        district_id: at(areaIds, device.area),
        devicetype_id: productIds.get(device.product.name) ?? 0,
        issingle: device.gateway === null ? 1 : 0,
        gateway_id:
          device.gateway === null ? null : (gatewayIds.get(city.gateways[device.gateway]?.regcode ?? '') ?? null),
        protocol_type: device.gateway === null ? 1 : null,
        deviceaddr: device.deviceaddr,
        addrcompile: 0,
        acquisition_cycle: device.product.acquisition_cycle,
        save_cycle: device.product.save_cycle,
        // A stale device is online, but sends old data.
        over_time: device.health === 'stale' ? 3600 : device.product.over_time,
        control_state: device.health === 'disabled' ? 1 : 0,
        positional: device.positional,
        json_data: device.json_data,
        site: device.site,
        sort_num: 0,
        en_shadow: 0,
        ...stamp,
      }),
    )
    for (let i = 0; i < devices.length; i += 100) {
      const part = trx.insertInto('device').values(devices.slice(i, i + 100))
      await part.onConflict((conflict) => conflict.column('sn').doNothing()).execute()
    }
    await seedConnections(trx, city, now)
    await seedAccounts(
      trx,
      accounts.map((account) => ({ ...account, project_id: at(projectIds, 0) })),
    )
    await seedAlarms(trx, city, now, most)
    await seedUpkeep(trx, city, now)
    await seedNorth(trx, at(projectIds, 0), translate, now)
    await seedPermissions(trx, city.language, now)
    await trx
      .insertInto('setting')
      .values({ name: fact, value: String(now) })
      .execute()
  })
}

async function seedAreas(trx: Trx, city: City, projectIds: readonly Id[], now: number): Promise<Id[]> {
  const ids: Id[] = []
  const outlines = outlinesOf(city)
  for (const { name, project, parent } of city.areas) {
    const superid = parent === null ? ROOT_AREA : at(ids, parent)
    const pin_code = `D${String(ids.length + 1).padStart(3, '0')}`
    const row = {
      name,
      superid,
      project_id: at(projectIds, project),
      pin_code,
      positional: outlines[ids.length] ?? null,
      build_state: 0,
      created_at: now,
      updated_at: now,
    }
    ids.push((await trx.insertInto('district').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  return ids
}

/** The pollutant or quantity of environmental law of the demo's nodes (resources/pollutants.ts). */
const POLLUTANT: Partial<Record<Quantity, number>> = {
  pm25: 1,
  pm10: 2,
  so2: 3,
  no2: 4,
  co: 5,
  o3: 6,
  noise: 20,
  oxygen: 30,
  cod: 32,
  ammonia: 34,
  phosphorus: 35,
  ph: 37,
}

/** Tests of values (server/quality): ordinary weather never fails them, a station of values/week.ts does. */
const TESTS: Partial<Record<Quantity, Partial<CheckRow>>> = {
  pm25: { qc_suspect_high: 400 },
  o3: { qc_flat_suspect: 120, qc_flat_fail: 240, qc_flat_tolerance: 0.05 },
  so2: { qc_spike_suspect: 60, qc_spike_fail: 120 },
  noise: { qc_fail_low: 28, qc_fail_high: 118 },
  ph: { qc_fail_low: 2, qc_fail_high: 12.5 },
}

async function seedProducts(trx: Trx, { language }: City, now: number): Promise<Map<string, Id>> {
  const [nodes, products] = [nodesIn(language), productsIn(language)]
  const stamp = { created_at: now, updated_at: now }
  const switches = new Set([1, 2])
  const nodeRows = nodes.map(({ quantity, ...node }) => ({
    ...node,
    datatype: switches.has(node.registertype) ? 7 : 5,
    dimensionless: node.unitname === '' ? 1 : 0,
    unitfactor: 1,
    pollutant: POLLUTANT[quantity] ?? null,
    is_direction: quantity === 'windDirection' ? 1 : 0,
    ...TESTS[quantity],
    ...stamp,
  }))
  const nodeIds = await named(trx, 'node', nodeRows)
  const byQuantity = new Map(nodes.map((node, i) => [node.quantity, at(nodeIds, i)]))
  const ids = await named(
    trx,
    'devicetype',
    products.map(({ name, product_type, explained }) => ({ name, product_type, explained, ...stamp })),
  )
  const mapped = new Set(
    (await trx.selectFrom('nodemap').select('devicetype_id').where('devicetype_id', 'in', ids).execute()).map(
      (row) => row.devicetype_id,
    ),
  )
  for (const [i, product] of products.entries()) {
    const devicetype_id = at(ids, i)
    if (mapped.has(devicetype_id)) continue
    const nodeOf = (quantity: Quantity): Id => byQuantity.get(quantity) ?? 0
    const maps = product.nodes.map(([quantity, alias], n) => ({
      devicetype_id,
      node_id: nodeOf(quantity),
      alias,
      nodeaddr: n + 1,
      key_msg: quantity,
      ...stamp,
    }))
    await trx.insertInto('nodemap').values(maps).execute()
  }
  return new Map(products.map((product, i) => [product.name, at(ids, i)]))
}

/** Seeds when each device came online and went offline in the preceding month. */
async function seedConnections(trx: Trx, city: City, since: number): Promise<void> {
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'sn'])
    .where(
      'sn',
      'in',
      city.devices.map((device) => device.sn),
    )
    .execute()
  const ids = new Map(rows.map((row) => [row.sn, row.id]))
  const events = city.devices.flatMap((device) =>
    connectionsOf(device, since).map((event) => ({ device_id: ids.get(device.sn) ?? 0, ...event })),
  )
  for (let i = 0; i < events.length; i += 500)
    await trx
      .insertInto('deviceonline')
      .values(events.slice(i, i + 500))
      .execute()
}

/** Seeds the accounts; `viewer` is placed below `manager`. */
async function seedAccounts(trx: Trx, accounts: Insertable<Tables['systemuser']>[]): Promise<void> {
  await trx
    .insertInto('systemuser')
    .values(accounts)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute()
  const manager = await trx.selectFrom('systemuser').select('id').where('username', '=', 'manager').executeTakeFirst()
  if (manager)
    await trx
      .updateTable('systemuser')
      .set({ super_id: manager.id })
      .where('username', '=', 'viewer')
      .where('super_id', '=', 2)
      .execute()
}

/** Inserts the rows whose name is new, and returns the ids of all rows, in order. */
async function named(
  trx: Trx,
  table: 'project' | 'node' | 'devicetype',
  rows: readonly { name: string }[],
): Promise<Id[]> {
  const any = trx as unknown as Transaction<AnyTables>
  for (const row of rows)
    await any
      .insertInto(table)
      .values({ ...row })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  const found = await any
    .selectFrom(table)
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      rows.map((row) => row.name),
    )
    .execute()
  const ids = new Map(found.map((row) => [row.name, Number(row.id)]))
  return rows.map((row) => ids.get(row.name) ?? 0)
}

function at(ids: readonly Id[], index: number): Id {
  const id = ids[index]
  if (id === undefined) throw new Error(`the demo city names number ${index}, which it does not have`)
  return id
}
