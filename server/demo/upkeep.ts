import type { Transaction } from 'kysely'
import { calibration } from '../../resources/calibration.ts'
import { device as deviceResource } from '../../resources/device.ts'
import { threshold } from '../../resources/threshold.ts'
import { DAY, HOUR, MINUTE } from '../../resources/kit/zone.ts'
import { logOperation, type LoggedOperation } from '../crud/operations.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables, Tables } from '../storage/types.ts'
import { demoRulesIn } from './alarmRules.ts'
import type { City, DemoDevice } from './city.ts'
import { translatorFor, type Text } from './language.ts'
import { airStations, FAULTY } from './values/week.ts'
import type { Quantity } from './values/wave.ts'

type Trx = Transaction<AnyTables>

interface Checked {
  /** Index among the air stations. */
  nth: number
  quantity: Quantity
  /** Time before the first start, ms. */
  ago: number
  zero: number
  span: number
  explained: Text
}

/**
 * Calibrations that the city's technicians made with reference gases, newest first: at the station with failing
 * instruments after each failure, and at two others in turn. Nodes that a rule watches needed no correction, so that
 * alarms match the raw values.
 */
const checks: readonly Checked[] = [
  {
    nth: FAULTY,
    quantity: 'o3',
    ago: 4 * HOUR,
    zero: 0,
    span: 200,
    explained: [
      '臭氧读数停滞，更换采样泵后校准，无需修正',
      '臭氧讀數停滯，更換採樣泵後校正，無需修正',
      'Ozone readings were stuck: sampling pump replaced, checked, nothing to correct',
    ],
  },
  {
    nth: FAULTY,
    quantity: 'so2',
    ago: 4 * DAY,
    zero: 0,
    span: 150,
    explained: [
      '二氧化硫尖峰，紧固接头后校准，无需修正',
      '二氧化硫尖峰，鎖緊接頭後校正，無需修正',
      'Spikes of sulphur dioxide: connector tightened, checked, nothing to correct',
    ],
  },
  {
    nth: 4,
    quantity: 'no2',
    ago: 12 * DAY + 3 * HOUR,
    zero: 1.5,
    span: 150,
    explained: ['月度校准，零点偏高', '月度校正，零點偏高', 'Monthly calibration: zero was high'],
  },
  {
    nth: 9,
    quantity: 'pm25',
    ago: 20 * DAY + 5 * HOUR,
    zero: 0,
    span: 100,
    explained: ['月度校准，无需修正', '月度校正，無需修正', 'Monthly calibration: nothing to correct'],
  },
]

/**
 * Seeds what users did before the first start: calibrations of air stations, and entries of the operation log of the
 * last days. Steps whose device a small city lacks are left out.
 */
export async function seedUpkeep(tables: Transaction<Tables>, city: City, now: number): Promise<void> {
  const trx = tables as unknown as Trx
  const translate = translatorFor(city.language)
  const manager = await idOf(trx, 'manager')
  for (const [at, { nth, quantity, ago, zero, span, explained }] of checks.entries()) {
    const place = await placed(trx, airStations(city)[nth], quantity)
    if (!place) continue
    const { station, node } = place
    const row: Row = {
      name: `CAL-${1000 + checks.length - at}`,
      device_id: Number(station['id']),
      nodemap_id: node.id,
      calibrated_at: now - ago,
      zero,
      factor: 1,
      span,
      ended_at: null,
      explained: translate(explained),
      project_id: station['project_id'] ?? null,
      district_id: station['district_id'] ?? null,
      created_at: now - ago,
      updated_at: now - ago,
    }
    const { id } = await trx.insertInto('calibration').values(row).returning('id').executeTakeFirstOrThrow()
    await logOperation(trx, {
      resource: calibration,
      type: 'create',
      id: Number(id),
      old: null,
      row,
      userId: manager,
      at: now - ago,
    })
  }
  await renameStation(trx, city, { now, userId: manager })
  await airToilet(trx, city, { now, userId: manager })
  await changeRule(trx, city, { now, userId: await idOf(trx, 'admin') })
}

interface Doing {
  now: number
  userId: number | null
}

/** Logs that a station was renamed when its trial ended. */
async function renameStation(trx: Trx, city: City, { now, userId }: Doing): Promise<void> {
  const place = await placed(trx, airStations(city)[RENAMED], 'pm25')
  if (!place) return
  const row = place.station
  const name = String(row['name'])
  const old = {
    ...row,
    name: translatorFor(city.language)([`${name}（试运行）`, `${name}（試運行）`, `${name} (trial)`]),
  }
  await logOperation(trx, {
    resource: deviceResource,
    type: 'edit',
    id: Number(row['id']),
    old,
    row,
    userId,
    at: now - 3 * DAY - 2 * HOUR,
  })
}

const RENAMED = 7

/** Logs that the fan of a toilet was switched on, and off again; the device confirmed both. */
async function airToilet(trx: Trx, city: City, { now, userId }: Doing): Promise<void> {
  const toilet = city.devices.find(({ product, health }) => product.key === 'toilet' && health === 'well')
  const place = await placed(trx, toilet, 'fan')
  if (!place) return
  const { station, node } = place
  const entry = (type: LoggedOperation['type'], at: number, old_value: string, new_value: string) =>
    logOperation(trx, {
      resource: deviceResource,
      type,
      id: Number(station['id']),
      old: null,
      row: station,
      userId,
      at,
      changes: [{ field_name: `nodemap ${node.id}`, field_comment: node.alias, old_value, new_value }],
    })
  const [on, off] = [now - 2 * DAY, now - 2 * DAY + 25 * MINUTE]
  await entry('command', on, '0', '1')
  await entry('confirmed', on + ANSWER_MS, '1', '1')
  await entry('command', off, '1', '0')
  await entry('confirmed', off + ANSWER_MS, '0', '0')
}

/** Time until the device's confirmation, ms. */
const ANSWER_MS = 2_000

/** Logs that the first rule's interval was doubled: it notifies half as often as before. */
async function changeRule(trx: Trx, { language }: City, { now, userId }: Doing): Promise<void> {
  const row = await trx
    .selectFrom('threshold')
    .selectAll()
    .where('name', '=', demoRulesIn(language)[0]?.name ?? '')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  await logOperation(trx, {
    resource: threshold,
    type: 'edit',
    id: Number(row['id']),
    old: { ...row, alarm_interval: Number(row['alarm_interval']) / 2 },
    row,
    userId,
    at: now - 20 * HOUR,
  })
}

async function idOf(trx: Trx, username: string): Promise<number | null> {
  const user = await trx.selectFrom('systemuser').select('id').where('username', '=', username).executeTakeFirst()
  return user ? Number(user['id']) : null
}

/** Returns the record of a device and its node of a quantity; null where the city has none. */
async function placed(
  trx: Trx,
  device: DemoDevice | undefined,
  quantity: Quantity,
): Promise<{ station: Row; node: { id: number; alias: string } } | null> {
  if (!device) return null
  const station = await trx.selectFrom('device').selectAll().where('sn', '=', device.sn).executeTakeFirst()
  const node =
    station &&
    (await trx
      .selectFrom('nodemap')
      .select(['id', 'alias'])
      .where('devicetype_id', '=', station['devicetype_id'] ?? 0)
      .where('key_msg', '=', quantity)
      .executeTakeFirst())
  return station && node ? { station, node: { id: Number(node['id']), alias: String(node['alias']) } } : null
}
