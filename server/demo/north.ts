import type { Transaction } from 'kysely'
import { KEY, NAME, VALUE } from '../north/format.ts'
import type { Tables } from '../storage/types.ts'
import type { Text } from './language.ts'

type Trx = Transaction<Tables>

/** Number of devices that the demo's interface names. */
const DEVICES = 5

interface DemoRow {
  key: number
  nameType?: number
  name: string
  type: number
  value: string
  below?: readonly DemoRow[]
}

/** Format rows: the time of the push and, for each device, its identity and values. */
const rows: readonly DemoRow[] = [
  { key: KEY.value, name: 'source', type: VALUE.fixed, value: 'smart-city' },
  { key: KEY.value, name: 'time', type: VALUE.time, value: 'now yyyy-MM-dd HH:mm:ss' },
  {
    key: KEY.array,
    name: 'devices',
    type: VALUE.property,
    value: 'sn',
    below: [
      { key: KEY.value, name: 'sn', type: VALUE.property, value: 'sn' },
      { key: KEY.value, name: 'name', type: VALUE.property, value: 'name' },
      { key: KEY.value, name: 'online', type: VALUE.property, value: 'online' },
      {
        key: KEY.object,
        name: 'values',
        type: VALUE.fixed,
        value: '-',
        below: [{ key: KEY.value, nameType: NAME.alias, name: '*', type: VALUE.live, value: '*' }],
      },
    ],
  },
]

/** Seeds a data format, and an interface that would push in it. It is stopped: a demo must not push to any address. */
export async function seedNorth(
  trx: Trx,
  project_id: number,
  translate: (text: Text) => string,
  now: number,
): Promise<void> {
  const stamp = { project_id, created_at: now, updated_at: now }
  const format = await trx
    .insertInto('northdatainfo')
    .values({
      north_data_info_name: translate(['城市平台标准格式', '城市平台標準格式', 'City platform standard format']),
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addRows(trx, rows, { info_id: format.id, super_id: 0, ...stamp })
  const devices = await trx
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', project_id)
    .orderBy('id')
    .limit(DEVICES)
    .execute()
  await trx
    .insertInto('northinterface')
    .values({
      name: translate(['市级平台数据上报', '市級平台資料回報', 'Report to the city platform']),
      url: 'https://platform.example/api/receive',
      run_interval: 300,
      protocol: 1,
      info_id: format.id,
      is_stop: 1,
      is_enable: 1,
      dev_list: devices.map(({ id }) => id).join(','),
      explained: translate([
        '示例接口，填写真实地址后再运行',
        '範例介面，填入真實網址後再執行',
        'An example: give it a real address before it runs',
      ]),
      ...stamp,
    })
    .execute()
}

interface Place {
  info_id: number
  super_id: number
  project_id: number
  created_at: number
  updated_at: number
}

/** Inserts rows one after the other, because their ids determine their order. */
async function addRows(trx: Trx, below: readonly DemoRow[], place: Place): Promise<void> {
  for (const { key, nameType = NAME.fixed, name, type, value, below: inner = [] } of below) {
    const { id } = await trx
      .insertInto('northdatalist')
      .values({
        key_type: key,
        key_name_type: nameType,
        key_name_value: name,
        key_value_type: type,
        key_value_value: value,
        ...place,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRows(trx, inner, { ...place, super_id: id })
  }
}
