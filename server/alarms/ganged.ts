import { CONTROL_KEY } from '../../resources/control.ts'
import type { Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { ApiError } from '../errors.ts'
import { readSetValue, setValue } from '../live/setValue.ts'
import type { Platform } from '../platform.ts'
import { SEND_TYPE } from '../send/types.ts'
import { problemJson } from './explain.ts'
import type { JournalEntry } from './journalRows.ts'

/** Most steps of a chain: an alarm may switch a device whose values raise an alarm that switches a third. */
export const MAX_LINKED_STEPS = 3
/** Rate limit: commands that alarms may send one device within a minute. */
export const MAX_PER_MINUTE = 6
const MINUTE = 60_000
/** An alarm evaluated later than this (there was no leader when its samples arrived) switches nothing: its cause may be over. */
const LATEST = MINUTE

export interface Linkage {
  /** Carries out the linked control of an alarm that fired, and logs what became of it. Never throws. */
  run(entry: JournalEntry, now?: number): Promise<void>
}

/**
 * Linked control (spec 2 §4). An alarm of a device counts as caused by the last command an alarm sent that device within a minute: its
 * own command is one step deeper. Two rules that switch each other's devices stop after MAX_DEPTH steps, any number of rules over one
 * device after MAX_PER_MINUTE commands.
 */
export function createLinkage(platform: Omit<Platform, 'alarms'>): Linkage {
  const commanded = new Map<number, { depth: number; times: number[] }>()

  const limit = (from: number, to: number, now: number): Problem | null => {
    for (const [id, { times }] of commanded) if (now - (times.at(-1) ?? 0) >= MINUTE) commanded.delete(id)
    const depth = (commanded.get(from)?.depth ?? 0) + 1
    const times = (commanded.get(to)?.times ?? []).filter((time) => now - time < MINUTE)
    if (depth > MAX_LINKED_STEPS) return { key: 'error.alarm.depth', args: { max: MAX_LINKED_STEPS } }
    if (times.length >= MAX_PER_MINUTE) return { key: 'error.alarm.flood', args: { max: MAX_PER_MINUTE } }
    commanded.set(to, { depth, times: [...times, now] })
    return null
  }
  const carryOut = async (
    { rule, deviceId, receivedAt }: JournalEntry,
    now: number,
  ): Promise<{ ok: boolean; explained: Problem }> => {
    const { ganged } = rule
    if (!ganged || now - receivedAt > LATEST) return { ok: false, explained: { key: 'error.alarm.interrupted' } }
    const command = readSetValue(platform.registry, actorOf(rule.project_id), {
      deviceid: ganged.device,
      nodemapid: ganged.nodemap,
      value: ganged.value,
    })
    const refused = limit(deviceId, ganged.device, now)
    if (refused) return { ok: false, explained: refused }
    const sent = await setValue(platform as Platform, command, null)
    return { ok: sent, explained: { key: sent ? 'error.alarm.sent' : 'error.telemetry.unreachable' } }
  }
  return {
    async run(entry, now = Date.now()) {
      const { rule, episode, deviceId, facts, at } = entry
      const { ganged } = rule
      if (!ganged || episode.logId === null) return
      const outcome = await carryOut(entry, now).catch((error: unknown) => ({ ok: false, explained: problemOf(error) }))
      const target = platform.registry.device(ganged.device)
      const row = {
        thresholdlog_id: episode.logId,
        device_id: deviceId,
        alarm_time: at,
        send_name: target?.name ?? String(ganged.device),
        send_url: target?.sn ?? '',
        send_data: `${target?.nodes.get(ganged.nodemap)?.alias ?? ganged.nodemap} = ${ganged.value}`,
        send_ok: outcome.ok ? 1 : 0,
        alarm_type: SEND_TYPE.linkage,
        project_id: facts.project_id,
        explained: problemJson(outcome.explained),
      }
      await platform.storage
        .write((trx) => trx.insertInto('alarmsendlog').values(row).execute())
        .catch((error: unknown) => platform.log.error({ err: error }, 'a linked command could not be logged'))
    },
  }
}

/** An alarm acts with the rights of its rule's project, and no more than to set values. */
const actorOf = (project_id: number): Caller => ({
  id: 0,
  super_id: 2,
  project_id,
  keys: new Set([CONTROL_KEY]),
  districts: [],
  types: [],
})

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError))
    return {
      key: 'error.alarm.failed',
      args: { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
    }
  return Object.values(error.fields ?? {})[0] ?? { key: error.key }
}
