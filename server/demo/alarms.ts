import type { Insertable, Transaction } from 'kysely'
import { operators, type Operator } from '../alarms/operators.ts'
import { ruleText } from '../alarms/words.ts'
import { stored } from '../alarms/explain.ts'
import { SEND_TYPE } from '../send/types.ts'
import type { Tables } from '../storage/types.ts'
import { demoRules, type DemoRule } from './alarmRules.ts'
import type { City, DemoDevice } from './city.ts'
import { nodes } from './products.ts'
import { chance, waveAt } from './wave.ts'

type Trx = Transaction<Tables>

/** A demo device with its record. */
interface Placed {
  place: DemoDevice
  id: number
  project_id: number
  district_id: number
  devicetype_id: number
}

interface Seeded {
  rule: DemoRule
  id: number
  nodemap: number
  devices: Placed[]
  contacts: { name: string; phone: string }[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Thresholds, contacts and the alarms of the month before `now`, in every state of handling; what is broken at this moment is in alarm
 * already. Records follow the same curves as the history, so that a chart shows why each of them is there.
 */
export async function seedAlarms(trx: Trx, city: City, now: number): Promise<void> {
  const devices = await placedDevices(trx, city)
  const handler = (await trx.selectFrom('systemuser').select('id').where('username', '=', 'manager').executeTakeFirst())?.id ?? null
  for (const project_id of new Set(devices.map((device) => device.project_id))) {
    const own = devices.filter((device) => device.project_id === project_id)
    const contacts = await seedContacts(trx, project_id, own[0]?.district_id ?? 1, now)
    for (const rule of demoRules) {
      const watched = own.filter(({ place }) => place.product.key === rule.product)
      if (watched.length === 0) continue
      const seeded = await seedRule(trx, rule, watched, contacts, now)
      await seedPast(trx, seeded, now, handler)
    }
  }
}

async function placedDevices(trx: Trx, city: City): Promise<Placed[]> {
  const rows = await trx.selectFrom('device').select(['id', 'sn', 'project_id', 'district_id', 'devicetype_id']).where('sn', 'in', city.devices.map(({ sn }) => sn)).execute()
  const bySn = new Map(rows.map(({ sn, ...row }) => [sn, row]))
  return city.devices.flatMap((place): Placed[] => {
    const row = bySn.get(place.sn)
    return row ? [{ place, id: row.id, project_id: row.project_id ?? 0, district_id: row.district_id ?? 0, devicetype_id: row.devicetype_id ?? 0 }] : []
  })
}

interface SeededContact {
  id: number
  name: string
  phone: string
}

async function seedContacts(trx: Trx, project_id: number, district_id: number, now: number): Promise<SeededContact[]> {
  const stamp = { project_id, district_id, created_at: now, updated_at: now }
  const people = [
    { alarm_name: `值班室 ${project_id}`, alarm_phone: `138000010${project_id % 10}0`, alarm_email: `duty${project_id}@city.example`, alarm_wechat: null },
    { alarm_name: '张建国', alarm_phone: `138000010${project_id % 10}1`, alarm_email: null, alarm_wechat: null },
    { alarm_name: '李桂英', alarm_phone: null, alarm_email: `li${project_id}@city.example`, alarm_wechat: `demo-openid-${project_id}` },
  ]
  const rows = await trx.insertInto('alarminfo').values(people.map((person) => ({ ...person, ...stamp }))).returning(['id', 'alarm_name', 'alarm_phone']).execute()
  return rows.map((row) => ({ id: row.id, name: row.alarm_name ?? '', phone: row.alarm_phone ?? '' })).toSorted((a, b) => a.id - b.id)
}

async function seedRule(trx: Trx, rule: DemoRule, watched: Placed[], contacts: readonly SeededContact[], now: number): Promise<Seeded> {
  const { product: _product, quantity, fan, back_msg, ...fields } = rule
  const first = watched[0]
  const [duty, worker, chief] = contacts
  const maps = await trx.selectFrom('nodemap').select(['id', 'key_msg']).where('devicetype_id', '=', first?.devicetype_id ?? 0).execute()
  const mapOf = (wanted: string): number => maps.find(({ key_msg }) => key_msg === wanted)?.id ?? 0
  const row: Insertable<Tables['threshold']> = {
    ...fields,
    params_y: rule.params_y ?? null,
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
    created_at: now,
    updated_at: now,
  }
  const { id } = await trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow()
  return { rule, id, nodemap: mapOf(quantity), devices: watched, contacts: [duty, worker].flatMap((contact) => (contact ? [contact] : [])) }
}

interface Breach {
  device: Placed
  start: number
  /** Null: it lasts. */
  end: number | null
  value: number
}

async function seedPast(trx: Trx, seeded: Seeded, now: number, handler: number | null): Promise<void> {
  const { rule, id, nodemap } = seeded
  const breaches = seeded.devices.filter(({ place }) => place.health === 'well').flatMap((device) => breachesOf(rule, device, now))
  const node = nodes.find(({ quantity }) => quantity === rule.quantity)
  const alias = (device: Placed): string => device.place.product.nodes.find(([quantity]) => quantity === rule.quantity)?.[1] ?? ''
  if (breaches.length === 0) return
  const messages = new Map<Breach, string>()
  const rows = breaches.map((breach) => {
    const { device, start, end, value } = breach
    const text = ruleText({ operator: rule.com_oper as Operator, x: rule.params_x, y: rule.params_y ?? 0 }, alias(device), node?.unitname ?? '')
    const facts: Record<string, string> = { device: device.place.name, value: String(value), unit: node?.unitname ?? '', rule: text }
    const message = rule.alarm_msg.replaceAll(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole)
    messages.set(breach, message)
    return {
      alarm_time: start,
      threshold_id: id,
      threshold_name: rule.name,
      device_id: device.id,
      device_name: device.place.name,
      district_id: device.district_id,
      nodemap_id: nodemap,
      nodemap_name: alias(device),
      real_value: value,
      alarm_value: text,
      alarm_msg: message,
      project_id: device.project_id,
      is_alarm: end === null ? 1 : 0,
      alert_level: rule.alert_level,
      recovered_at: end,
      ...handlingOf(breach, now, handler),
    }
  })
  const ids = new Map<string, number>()
  for (const some of parts(rows)) {
    const logs = await trx.insertInto('thresholdlog').values(some).returning(['id', 'device_id', 'alarm_time']).execute()
    for (const log of logs) ids.set(`${log.device_id}/${log.alarm_time}`, log.id)
  }
  const logOf = ({ device, start }: Breach): number => ids.get(`${device.id}/${start}`) ?? 0
  const sends = breaches.flatMap((breach) => sendsOf(seeded, breach, logOf(breach), messages.get(breach) ?? ''))
  for (const some of parts(sends)) await trx.insertInto('alarmsendlog').values(some).execute()
  const lasting = breaches.filter(({ end }) => end === null)
  const states = lasting.map((breach) => ({ threshold_id: id, device_id: breach.device.id, state: 2, since: breach.start, sent_at: now, log_id: logOf(breach) }))
  for (const some of parts(states)) await trx.insertInto('alarmstate').values(some).execute()
}

/** Rows by the five hundred: databases limit how many values a statement may hold. */
const parts = <T>(rows: readonly T[]): T[][] => Array.from({ length: Math.ceil(rows.length / 500) }, (_, i) => rows.slice(i * 500, (i + 1) * 500))

/** When a device broke a rule within the month: looked at every three hours of the last week, every twelve before. */
function breachesOf(rule: DemoRule, device: Placed, now: number): Breach[] {
  const valueAt = (t: number): number => waveAt(rule.quantity, device.place.place, t)
  const broken = (value: number): boolean => operators[rule.com_oper as Operator].broken(value, rule.params_x, rule.params_y ?? 0)
  const found: Breach[] = []
  let open: Breach | null = null
  for (let t = now - 29 * DAY; t <= now; t = Math.min(t + (now - t > 7 * DAY ? 12 : 3) * HOUR, t === now ? now + 1 : now)) {
    const value = valueAt(t)
    if (broken(value)) open ??= { device, start: t === now ? t - 20 * 60_000 : t + Math.floor(chance(t + device.id) * 50 * 60_000), end: null, value }
    else if (open) {
      found.push({ ...open, end: Math.max(t - Math.floor(chance(t) * HOUR), open.start + 5 * 60_000) })
      open = null
    }
  }
  return open ? [...found, { ...open, start: Math.min(open.start, now - 5 * 60_000), value: valueAt(now) }] : found
}

/** Older alarms are mostly dealt with, those of today are not. */
function handlingOf({ device, start }: Breach, now: number, handler: number | null): { alarm_state: number; explained: string | null; handled_by: number | null; handled_at: number | null } {
  const luck = chance(Math.floor(start / 60_000) + device.id * 7)
  const state = luck < (now - start < DAY ? 0.75 : 0.15) ? 0 : luck > 0.86 ? 1 : 2
  if (state === 0) return { alarm_state: 0, explained: null, handled_by: null, handled_at: null }
  const remarks = { 1: ['传感器清洗时误报', '设备调试'], 2: ['已派人现场处理', '已通知责任单位整改', '复测正常，持续关注'] }[state] ?? []
  return { alarm_state: state, explained: remarks[device.id % remarks.length] ?? null, handled_by: handler, handled_at: Math.min(start + 40 * 60_000, now) }
}

function sendsOf({ contacts }: Seeded, { device, start }: Breach, logId: number, content: string): Insertable<Tables['alarmsendlog']>[] {
  return contacts.map(({ name, phone }, i) => {
    const ok = chance(logId * 3 + i) > 0.12
    const explained = ok ? { key: 'error.alarm.sent' } : { key: 'error.alarm.failed', args: { reason: 'HTTP 503' } }
    return { thresholdlog_id: logId, device_id: device.id, alarm_time: start, send_name: name, send_url: phone, send_data: content, send_ok: ok ? 1 : 0, alarm_type: SEND_TYPE.sms, project_id: device.project_id, explained: stored(explained) }
  })
}
