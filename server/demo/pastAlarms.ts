import type { Insertable, Selectable, Transaction } from 'kysely'
import { advanceClock, observe, STATE, type RuleChange } from '../../resources/kit/rule.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { workNumber } from '../alarms/episodes/row.ts'
import { startEscalation } from '../alarms/escalation/columns.ts'
import { problemJson } from '../alarms/explain.ts'
import { firingTrace } from '../alarms/episodes/trace.ts'
import type { JournalEntry } from '../alarms/journalRows.ts'
import { alarmMessages, type MessageContext } from '../alarms/messages.ts'
import { ruleOf, type Rule } from '../alarms/rules.ts'
import { newWatch } from '../alarms/watch.ts'
import { fill, ruleText, valueWords, type Facts } from '../alarms/words.ts'
import type { Tables } from '../storage/types.ts'
import type { Placed, Seeded } from './alarms.ts'
import type { City } from './city.ts'
import { historyDaysOf, momentsOf, stepOf } from './history.ts'
import { translatorFor, type Text } from './language.ts'
import type { Meter } from './values/meter.ts'
import { nodesIn } from './products.ts'
import { randomOf } from './values/wave.ts'

type Trx = Transaction<Tables>

/** One violation of a rule, as the engine would have found it in the history. */
interface Episode {
  device: Placed
  /** Epoch ms. */
  firedAt: number
  value: number
  trace: string
  /** Null while the violation lasts. */
  end: { at: number; value: number } | null
  /** Time of the first sample that violated the rule, and the time of its arrival. */
  since: number
  seenAt: number
  /** Time of the newest sample, where the violation lasts. */
  ts?: number
}

interface Past {
  city: City
  meter: Meter
  now: number
  /** Most rows of history that a large city will have. */
  most: number
  /** Id of the user who handles alarms. */
  handler: number | null
}

/** Writes the alarm records of one threshold, the messages sent, and the states of active alarms. */
export async function seedPast(trx: Trx, seeded: Seeded, past: Past): Promise<void> {
  const rule = ruleOf(seeded.row as Selectable<Tables['threshold']>)
  if (!rule) return
  const episodes = seeded.devices.flatMap((device) => episodesOf(rule, seeded, device, past))
  if (episodes.length === 0) return
  const facts = new Map(episodes.map((episode) => [episode, factsOf(rule, seeded, episode, past.city)]))
  const rows = episodes.map((episode): Insertable<Tables['thresholdlog']> => {
    const { device, firedAt, value, end, trace } = episode
    const episodeFacts = facts.get(episode)
    return {
      alarm_time: firedAt,
      threshold_id: rule.id,
      threshold_name: rule.name,
      device_id: device.id,
      device_name: device.demo.name,
      district_id: device.district_id,
      nodemap_id: rule.nodemap_id,
      nodemap_name: episodeFacts?.node ?? '',
      real_value: value,
      alarm_value: episodeFacts?.rule ?? '',
      alarm_msg: episodeFacts?.message ?? '',
      project_id: device.project_id,
      is_alarm: end === null ? 1 : 0,
      alert_level: rule.level,
      recovered_at: end?.at ?? null,
      trace,
      // The escalation of an active alarm starts from here.
      ...startEscalation(end === null ? rule : { escalation: null }, past.now),
      ...handlingOf(episode, past),
    }
  })
  const ids = new Map<string, number>()
  for (const some of parts(rows)) {
    const logs = await trx
      .insertInto('thresholdlog')
      .values(some)
      .returning(['id', 'device_id', 'alarm_time'])
      .execute()
    for (const log of logs) ids.set(`${log.device_id}/${log.alarm_time}`, log.id)
  }
  const logOf = ({ device, firedAt }: Episode): number => ids.get(`${device.id}/${firedAt}`) ?? 0
  const telling: MessageContext = {
    language: past.city.language,
    publicUrl: null,
    tell: ({ rule: { name }, facts: told }) => ({
      facts: told,
      news: { title: `${told.device} · ${name}`, lines: [], map: null },
    }),
  }
  const contacts = new Map(seeded.contacts.map((contact) => [contact.id, contact]))
  const sent = episodes.flatMap((episode) => {
    const episodeFacts = facts.get(episode)
    return episodeFacts
      ? tellings(rule, episode, episodeFacts, (value) =>
          factsOf(rule, seeded, { ...episode, value }, past.city),
        ).flatMap((entry) => alarmMessages(entry, logOf(episode), contacts, telling))
      : []
  })
  for (const some of parts(sent.map(deliveredRow))) await trx.insertInto('alarmsendlog').values(some).execute()
  const lasting = episodes.filter(({ end }) => end === null)
  const states = lasting.map((episode) => ({
    threshold_id: rule.id,
    device_id: episode.device.id,
    state: STATE.alarm,
    since: episode.since,
    seen_at: episode.seenAt,
    ts: episode.ts ?? episode.since,
    sent_at: past.now,
    log_id: logOf(episode),
  }))
  for (const some of parts(states)) await trx.insertInto('alarmstate').values(some).execute()
}

/** Splits rows into parts of five hundred: databases limit the number of values in a statement. */
const parts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / 500) }, (_, i) => rows.slice(i * 500, (i + 1) * 500))

/**
 * Walks a device's moments in the history as the engine would have. Only a scene violates a limit, so moments outside
 * scenes are skipped.
 */
function episodesOf(rule: Rule, seeded: Seeded, device: Placed, { city, meter, now, most }: Past): Episode[] {
  const { quantity } = seeded.rule
  const days = historyDaysOf(city)
  const scenes = meter.scenes
    .of(device.demo, now - days * DAY, now)
    .filter(({ kind }) => kind.changes[quantity] !== undefined)
  if (scenes.length === 0) return []
  const found: Episode[] = []
  const watch = newWatch(rule, device.id)
  const take = ({ kind, at, by }: RuleChange): void => {
    const last = found.at(-1)
    if (kind === 'fire')
      found.push({
        device,
        firedAt: at,
        value: watch.value ?? rule.x,
        since: watch.since,
        seenAt: watch.seenAt,
        trace: firingTrace(watch, { firedAt: at, by }),
        end: null,
      })
    // Drops an alarm that recovers at the very moment when the hold time ran out: it would have ended as it began.
    else if (kind === 'recover' && last?.firedAt === at) found.pop()
    else if (kind === 'recover' && last) last.end = { at, value: watch.value ?? rule.x }
  }
  for (let day = days - 1; day >= 0; day--)
    for (const t of momentsOf(device.demo, now, day, stepOf(city, day, most))) {
      if (watch.state === STATE.normal && !scenes.some(({ from, until }) => t > from && t < until)) continue
      for (const change of observe(watch, rule, {
        value: meter.at(device.demo, quantity, t),
        ts: t,
        now: t,
        fresh: ALWAYS,
      }))
        take(change)
    }
  const late = advanceClock(watch, rule, now, ALWAYS)
  if (late) take(late)
  const last = found.at(-1)
  // The rule does not judge a disabled device.
  if (last?.end === null && device.demo.health === 'disabled')
    last.end = { at: watch.ts + 60_000, value: watch.value ?? rule.x }
  for (const episode of found) if (episode.end === null) episode.ts = watch.ts
  return found
}

/** The history has only part of what a device reported: between two of its samples the value counts as known. */
const ALWAYS = Number.POSITIVE_INFINITY

function factsOf(
  rule: Rule,
  { rule: { quantity } }: Seeded,
  { device: { demo, district_id, project_id }, value }: Episode,
  { language }: City,
): Facts {
  const node = demo.product.nodes.find(([name]) => name === quantity)?.[1] ?? ''
  const drawn = nodesIn(language).find((one) => one.quantity === quantity)
  const unit = drawn?.unitname ?? ''
  const facts: Facts = {
    device: demo.name,
    sn: demo.sn,
    node,
    raw: value,
    number: value,
    value: (drawn && valueWords(drawn, value, language)) ?? String(value),
    unit,
    rule: ruleText(rule, node, unit),
    name: rule.name,
    time: '',
    level: '',
    message: '',
    silent: false,
    district_id,
    project_id,
  }
  return { ...facts, message: fill(rule.message, facts) }
}

/** Returns the notifications of an alarm: that it began and, where its rule says so, that it ended. */
function tellings(
  rule: Rule,
  { device, firedAt, end, trace }: Episode,
  facts: Facts,
  factsAt: (value: number) => Facts,
): JournalEntry[] {
  const began: JournalEntry = {
    kind: 'fire',
    rule,
    deviceId: device.id,
    episode: { logId: null },
    since: firedAt,
    at: firedAt,
    receivedAt: firedAt,
    facts,
    notify: true,
    maintained: false,
    trace,
  }
  return end === null || rule.back === null
    ? [began]
    : [
        began,
        {
          ...began,
          kind: 'recover',
          at: end.at,
          receivedAt: end.at,
          facts: { ...factsAt(end.value), message: facts.message },
        },
      ]
}

/** Returns the row as if the message had been sent: most messages arrived, some failed. */
function deliveredRow(row: Insertable<Tables['alarmsendlog']>, index: number): Insertable<Tables['alarmsendlog']> {
  if (row.send_url === '') return row
  const ok = randomOf(Math.floor(row.alarm_time / 1000) * 3 + index) > 0.12
  return {
    ...row,
    claimed_at: row.alarm_time,
    send_ok: ok ? 1 : 0,
    explained: problemJson(
      ok ? { key: 'error.alarm.sent' } : { key: 'error.alarm.failed', args: { reason: 'HTTP 503' } },
    ),
  }
}

const remarks: Readonly<Record<1 | 2, readonly Text[]>> = {
  1: [
    ['传感器清洗时误报', '感測器清洗時誤報', 'Raised while the sensor was cleaned'],
    ['设备调试', '裝置調校', 'The device was being set up'],
  ],
  2: [
    ['已派人现场处理', '已派人現場處理', 'A colleague went there and dealt with it'],
    ['已通知责任单位整改', '已通知負責單位改善', 'Those responsible were told to put it right'],
    ['复测正常，持续关注', '複測正常，持續留意', 'Measured again and normal, under watch'],
  ],
}

/**
 * Returns the handling of an alarm: older alarms are mostly handled, those of today mostly not; an active alarm is
 * never marked as false.
 */
function handlingOf(
  { device, firedAt, end }: Episode,
  { city, now, handler }: Past,
): Pick<Insertable<Tables['thresholdlog']>, 'explained' | 'handled_by' | 'handled_at' | 'work' | 'result'> & {
  alarm_state: number
} {
  const luck = randomOf(Math.floor(firedAt / 60_000) + device.id * 7)
  const state = luck < (now - firedAt < DAY ? 0.75 : 0.15) ? 0 : luck > 0.86 && end !== null ? 1 : 2
  if (state === 0) return { alarm_state: 0, work: 0, result: null, explained: null, handled_by: null, handled_at: null }
  const words = remarks[state][device.id % remarks[state].length]
  return {
    alarm_state: state,
    work: workNumber('closed'),
    result: state === 1 ? 'false_alarm' : 'handled',
    explained: words ? translatorFor(city.language)(words) : null,
    handled_by: handler,
    handled_at: Math.min(firedAt + 40 * 60_000, now),
  }
}
