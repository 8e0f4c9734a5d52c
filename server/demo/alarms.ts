import type { Insertable, Transaction } from 'kysely'
import { SCALE } from '../../resources/kit/rule.ts'
import type { Contact } from '../alarms/messages.ts'
import type { Tables } from '../storage/types.ts'
import { demoRulesIn, type DemoRule } from './alarmRules.ts'
import type { City, DemoDevice } from './city.ts'
import { ESCALATED, seedDuty } from './duty.ts'
import { translatorFor, type Text } from './language.ts'
import { createMeter } from './values/meter.ts'
import { seedPast } from './pastAlarms.ts'

type Trx = Transaction<Tables>

/** A demo device with its record. */
export interface Placed {
  demo: DemoDevice
  id: number
  project_id: number
  district_id: number
  devicetype_id: number
}

/** A stored threshold, with the devices that it watches. */
export interface Seeded {
  rule: DemoRule
  row: Insertable<Tables['threshold']> & { id: number }
  devices: readonly Placed[]
  contacts: readonly Contact[]
}

/**
 * Seeds thresholds, contacts and the alarms before `now`, in every state of handling; a limit that is violated at `now`
 * is in alarm already. The records follow the actual values of the history, so that a chart shows the reason of each.
 *
 * @param most most rows of history that a large city will have
 */
export async function seedAlarms(trx: Trx, city: City, now: number, most: number): Promise<void> {
  const translate = translatorFor(city.language)
  const meter = createMeter(city, now)
  const devices = await placedDevices(trx, city)
  const handler =
    (await trx.selectFrom('systemuser').select('id').where('username', '=', 'manager').executeTakeFirst())?.id ?? null
  for (const project_id of new Set(devices.map((device) => device.project_id))) {
    const own = devices.filter((device) => device.project_id === project_id)
    const contacts = await seedContacts(trx, project_id, own[0]?.district_id ?? 1, translate, now)
    const escalation_id = await seedDuty(trx, { project_id, contacts, now }, translate)
    for (const rule of demoRulesIn(city.language)) {
      const watched = own.filter(
        ({ demo }) => demo.product.key === rule.product && (rule.river === undefined || demo.river?.key === rule.river),
      )
      if (watched.length === 0) continue
      const row = await seedRule(trx, { rule, watched, contacts, escalation_id, now })
      await seedPast(trx, { rule, row, devices: watched, contacts }, { city, meter, now, most, handler })
    }
  }
}

async function placedDevices(trx: Trx, city: City): Promise<Placed[]> {
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'sn', 'project_id', 'district_id', 'devicetype_id'])
    .where(
      'sn',
      'in',
      city.devices.map(({ sn }) => sn),
    )
    .execute()
  const bySn = new Map(rows.map(({ sn, ...row }) => [sn, row]))
  return city.devices.flatMap((demo): Placed[] => {
    const row = bySn.get(demo.sn)
    return row
      ? [
          {
            demo,
            id: row.id,
            project_id: row.project_id ?? 0,
            district_id: row.district_id ?? 0,
            devicetype_id: row.devicetype_id ?? 0,
          },
        ]
      : []
  })
}

async function seedContacts(
  trx: Trx,
  project_id: number,
  district_id: number,
  translate: (text: Text) => string,
  now: number,
): Promise<Contact[]> {
  const stamp = { project_id, district_id, created_at: now, updated_at: now }
  const room = translate(['值班室', '值班室', 'Duty room'])
  const people = [
    {
      alarm_name: `${room} ${project_id}`,
      alarm_phone: `138000010${project_id % 10}0`,
      alarm_email: `duty${project_id}@city.example`,
      alarm_wechat: null,
    },
    {
      alarm_name: translate(['张建国', '張建國', 'Zhang Jianguo']),
      alarm_phone: `138000010${project_id % 10}1`,
      alarm_email: null,
      alarm_wechat: null,
    },
    {
      alarm_name: translate(['李桂英', '李桂英', 'Li Guiying']),
      alarm_phone: null,
      alarm_email: `li${project_id}@city.example`,
      alarm_wechat: `demo-openid-${project_id}`,
    },
  ]
  const rows = await trx
    .insertInto('alarminfo')
    .values(people.map((person) => ({ ...person, ...stamp })))
    .returning(['id', 'alarm_name', 'alarm_phone', 'alarm_email', 'alarm_wechat'])
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      name: row.alarm_name ?? '',
      project_id,
      phone: row.alarm_phone,
      email: row.alarm_email,
      wechat: row.alarm_wechat,
      language: null,
    }))
    .toSorted((a, b) => a.id - b.id)
}

async function seedRule(
  trx: Trx,
  {
    rule,
    watched,
    contacts,
    escalation_id,
    now,
  }: {
    rule: DemoRule
    watched: readonly Placed[]
    contacts: readonly Contact[]
    escalation_id: number | null
    now: number
  },
): Promise<Seeded['row']> {
  const { product: _product, quantity, river: _river, fan, back_msg, ...fields } = rule
  const first = watched[0]
  const [duty, worker, chief] = contacts
  const maps = await trx
    .selectFrom('nodemap')
    .select(['id', 'key_msg'])
    .where('devicetype_id', '=', first?.devicetype_id ?? 0)
    .execute()
  const mapOf = (wanted: string): number => maps.find(({ key_msg }) => key_msg === wanted)?.id ?? 0
  const row: Insertable<Tables['threshold']> = {
    ...fields,
    params_y: rule.params_y ?? null,
    limit_scale: SCALE.shown,
    project_id: first?.project_id ?? 0,
    district_id: first?.district_id ?? 0,
    device_list: watched.map(({ id }) => id).join(','),
    nodemap_id: mapOf(quantity),
    enable: 1,
    alarm_phone: [duty, worker].flatMap((contact) => (contact ? [contact.id] : [])).join(','),
    alarm_phone_mb: 1,
    alarm_phone_qm: 1,
    alarm_email: rule.alert_level === 2 && duty ? String(duty.id) : null,
    alarm_wechat: rule.alert_level === 2 && chief ? String(chief.id) : null,
    alarm_wechat_mb: rule.alert_level === 2 ? 1 : null,
    enable_back: back_msg === undefined ? 0 : 1,
    back_msg: back_msg ?? null,
    enable_ganged: fan ? 1 : 0,
    ganged_device_id: fan ? (first?.id ?? null) : null,
    ganged_nodemap_id: fan ? mapOf('fan') : null,
    ganged_value: fan ? 1 : null,
    escalation_id: (rule.alert_level ?? 4) <= ESCALATED ? escalation_id : null,
    created_at: now,
    updated_at: now,
  }
  const { id } = await trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...row, id }
}
