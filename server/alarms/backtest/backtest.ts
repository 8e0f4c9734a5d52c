import { nodesOf, replay, maxStoredAge, type AlarmRule, type Firing } from '../../../resources/kit/rule.ts'
import { zoneOf } from '../../../resources/kit/zone.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { Storage } from '../../storage/types.ts'
import { ruleOn, type ScopedRule } from '../scope/resolve.ts'
import { chunks } from '../chunks.ts'
import { readNotificationRecords } from './book.ts'
import { messagesOf, type Alarm, type NotificationPolicy } from './notificationPolicy.ts'
import { walk, type Walk } from './walk.ts'

/**
 * A rule as its form holds it, over devices whose visibility is still to be checked. `start` and `end` are epoch
 * milliseconds, both inclusive.
 */
export interface BacktestQuery {
  rule: ScopedRule
  devices: readonly number[]
  start: number
  end: number
  telling: NotificationPolicy
}

/**
 * Why a device was left out: it does not exist or is not visible to the caller (`unknown`), it lacks a node of the rule
 * (`node`), nothing is stored of it (`no_data`), or too much would have to be read (`cap`).
 */
export type Reason = 'unknown' | 'node' | 'no_data' | 'cap'

export interface Backtest {
  start: number
  end: number
  /** How many devices the rule names, and how many of them were judged. */
  asked: number
  judged: number
  /** How many devices of the rule that the caller may see were created within the span. */
  added: number
  /** Smallest and largest value of the judged devices; null where there is none. */
  min: number | null
  max: number | null
  /** Totals: episodes, devices that would have fired, messages at most, and text messages among them. */
  episodes: number
  devices: number
  messages: number
  sms: number
  /** How many episodes there would be without hysteresis and minimum off time; null where the rule has neither. */
  episodes_without: number | null
  /** Episodes by the day they begin on, in the platform's calendar, and by level; has every day of the span. */
  perDay: { day: string; levels: Record<string, number> }[]
  /**
   * Devices that would have fired, those with the most episodes first: number of episodes, total and longest duration
   * (ms), and the first episodes one by one.
   */
  fired: { id: number; name: string; count: number; total: number; longest: number; episodes: Firing[] }[]
  left_out: { id: number; name: string | null; reason: Reason }[]
}

/** Limits of one answer: samples, and duration in ms; a device that needs more is left out. */
const SAMPLES = 1_500_000
const RUN_TIMEOUT_MS = 12_000
/** Episodes of a device that are listed one by one. */
const MAX_EPISODES = 50

/**
 * Finds when a rule would have fired over the history, device by device, as the engine would have judged. Hourly
 * rollups tell which hours cannot change the state of the rule; samples are read of the other hours only. Once `signal`
 * is aborted, stops early and returns what it has.
 */
export async function backtest(
  platform: Pick<Platform, 'storage' | 'registry' | 'settings'>,
  { rule, devices, start, end, telling }: BacktestQuery,
  mayTouch: (device: LiveDevice) => boolean,
  signal: AbortSignal,
): Promise<Backtest> {
  const { storage, registry, settings } = platform
  const zone = zoneOf(settings.timeZone)
  const answer: Backtest = {
    start,
    end,
    asked: devices.length,
    judged: 0,
    added: 0,
    min: null,
    max: null,
    episodes: 0,
    devices: 0,
    messages: 0,
    sms: 0,
    episodes_without: rule.hysteresis || rule.minOff ? 0 : null,
    perDay: [],
    fired: [],
    left_out: [],
  }
  const perDay = new Map<string, Record<string, number>>()
  for (let at = start; at <= end; at += 12 * HOUR) perDay.set(zone.day(at), {})
  perDay.set(zone.day(end), {})
  const seen = devices.filter((id) => {
    const device = registry.device(id)
    return device !== undefined && mayTouch(device)
  })
  answer.added = await madeWithin(storage, seen, start, end)
  const alarms: Alarm[] = []
  const budget = { left: SAMPLES, until: Date.now() + RUN_TIMEOUT_MS }
  for (const id of devices) {
    if (signal.aborted) break
    const device = registry.device(id)
    if (!device || !mayTouch(device)) {
      answer.left_out.push({ id, name: null, reason: 'unknown' })
      continue
    }
    const { name } = device
    const own = ruleOn(registry, rule, id)
    const nodemap = own.nodemap_id
    const found = nodesOf(nodemap, own).every((node) => device.nodes.has(node))
      ? await firingsOver(storage, own, { device, nodemap, start, end, budget, signal, firingsAlone: true })
      : 'node'
    if (typeof found === 'string') {
      answer.left_out.push({ id, name, reason: found })
      continue
    }
    answer.judged++
    answer.min = Math.min(answer.min ?? Infinity, found.min)
    answer.max = Math.max(answer.max ?? -Infinity, found.max)
    if (answer.episodes_without !== null) answer.episodes_without += found.without
    if (found.firings.length === 0) continue
    let [total, longest] = [0, 0]
    for (const firing of found.firings) {
      const lasted = (firing.to ?? end) - firing.from
      total += lasted
      longest = Math.max(longest, lasted)
      alarms.push({ firing, device: id, project: device.project_id })
      const of = String(rule.levels?.[firing.rank ?? 0]?.level ?? telling.level)
      const counts = perDay.get(zone.day(firing.from)) ?? {}
      counts[of] = (counts[of] ?? 0) + 1
    }
    answer.episodes += found.firings.length
    const episodes = found.firings.slice(0, MAX_EPISODES)
    answer.fired.push({ id, name, count: found.firings.length, total, longest, episodes })
  }
  const projects = [...new Set(alarms.map(({ project }) => project))]
  if (projects.length > 0)
    Object.assign(
      answer,
      await messagesOf(alarms, end, telling, await readNotificationRecords(platform, telling, projects)),
    )
  answer.devices = answer.fired.length
  answer.perDay = [...perDay].map(([day, counts]) => ({ day, levels: counts }))
  answer.fired.sort((a, b) => b.count - a.count)
  return answer
}

/** Counts the devices that were created within a span, epoch ms. */
async function madeWithin(
  { read }: Pick<Storage, 'read'>,
  devices: readonly number[],
  start: number,
  end: number,
): Promise<number> {
  let made = 0
  for (const some of chunks(devices)) {
    const rows = await read
      .selectFrom('device')
      .select('id')
      .where('id', 'in', some)
      .where('created_at', '>=', start)
      .where('created_at', '<=', end)
      .execute()
    made += rows.length
  }
  return made
}

/** Returns when a rule would have fired over a stretch, and how often without hysteresis and minimum off time. */
async function firingsOver(
  storage: Storage,
  rule: AlarmRule,
  stretch: Walk,
): Promise<{ firings: Firing[]; without: number; min: number; max: number } | Reason> {
  const { device, nodemap, end } = stretch
  const fresh = maxStoredAge(device)
  const over = replay(rule, fresh, nodemap)
  const { hysteresis: _hysteresis, minOff: _minOff, ...bare } = rule
  const without = rule.hysteresis || rule.minOff ? replay(bare, fresh, nodemap) : null
  const found = await walk(storage, stretch, [[rule, over], ...(without ? [[bare, without] as const] : [])])
  if (typeof found === 'string') return found
  return { ...found, firings: over.end(end), without: without?.end(end).length ?? 0 }
}
