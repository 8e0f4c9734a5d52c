import { CONTROL_KEY } from '../../resources/control.ts'
import type { Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { ApiError } from '../errors.ts'
import { readSetValue, setValue } from '../live/setValue.ts'
import type { Platform } from '../platform.ts'
import { LeaseLost, type Storage } from '../storage/types.ts'
import { sourcesOf } from '../virtual/copies.ts'
import type { JournalEntry } from './journalRows.ts'
import { keepLinks, ringAt, type Links } from './scope/ring.ts'
import { sentLast } from './switches/read.ts'
import { insertSwitch, type LinkedSwitch } from './switches/write.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'

/**
 * Longest chain of linked commands, steps: an alarm may switch a device whose values raise an alarm that switches a
 * third device.
 */
export const MAX_LINKED_STEPS = 3
/** Rate limit: commands that alarms may send one device within a minute. */
const MAX_PER_MINUTE = 6
/**
 * Fan-out: commands that one alarm may cause within a minute, including those of the alarms that its commands raised.
 */
export const MAX_FAN_OUT = 10
/**
 * An alarm that is evaluated later than this, ms (there was no leader when its samples arrived), switches nothing: its
 * cause may be over.
 */
const MAX_DELAY_MS = MINUTE
/**
 * How long commands are remembered, ms: a virtual device shows the effect of a command as late as its cycles are long.
 */
const RETENTION_MS = DAY

/**
 * The commands that alarms sent a device, with the depth of the last one in its chain, and that chain's first episode.
 */
interface Commanded {
  depth: number
  root: number
  times: number[]
}

export interface Linkage {
  /**
   * Carries out the linked control of an alarm that fired and whose record this process wrote, and logs the outcome.
   * Never throws.
   */
  run(entry: JournalEntry): Promise<void>
}

/**
 * Linked control (spec 2 §4). An alarm of a device counts as caused by the last command that an alarm sent, within a
 * minute, to that device or to a device whose values it shows (server/virtual; then the delay of the virtual devices is
 * added to the minute). The alarm's own command is one step deeper, and counts towards the chain's first alarm. Limits:
 * two rules that switch each other's devices stop after MAX_LINKED_STEPS steps; many rules that are broken by one
 * command stop after MAX_FAN_OUT commands; any number of rules over one device stop after MAX_PER_MINUTE. Rings are
 * refused when a rule is saved. Where a device that came into a rule's scope later closes a ring, the rule watches the
 * device but switches nothing for it. A new leader continues the chains under way.
 *
 * Only the process that wrote the alarm's record carries out the switch: a later leader finds the record and does not
 * repeat it. Where another process leads by the time the command is to be logged, the command is not sent, since it
 * could arrive after a command of the new leader and undo it; the send log says so.
 *
 * @param lead returns the storage the leader writes with, as for the journal: it refuses the command once another
 * process leads; null: this process has stopped leading
 */
export function createLinkage(
  platform: Omit<Platform, 'alarms'>,
  { lead, clock = Date.now }: { lead: () => Storage | null; clock?: () => number },
): Linkage {
  const linksNow = keepLinks(platform.storage, platform.registry)
  const commanded = new Map<number, Commanded>()
  /** Commands by the episode that caused them. */
  const caused = new Map<number, { count: number; last: number }>()

  const forget = (now: number): void => {
    for (const [id, one] of commanded) if (now - lastOf(one) >= RETENTION_MS) commanded.delete(id)
    for (const [id, { last }] of caused) if (now - last >= MINUTE) caused.delete(id)
  }
  /** Returns the last command that may have raised an alarm of a device; null: there was none. */
  const causeOf = (deviceId: number, { copies }: Links, now: number): Commanded | null => {
    const sent = [...sourcesOf(platform.registry, copies, deviceId)].flatMap(([id, delay]) => {
      const one = commanded.get(id)
      return one && now - lastOf(one) < MINUTE + delay ? [one] : []
    })
    return sent.toSorted((a, b) => lastOf(b) - lastOf(a))[0] ?? null
  }
  const remember = (to: number, { depth, root, at }: { depth: number; root: number; at: number }): void => {
    const times = (commanded.get(to)?.times ?? []).filter((time) => at - time < MINUTE)
    commanded.set(to, { depth, root, times: [...times, at] })
    caused.set(root, { count: (caused.get(root)?.count ?? 0) + 1, last: at })
  }
  /** Restores what earlier leaders sent, as if this process had sent it. */
  const recall = async (links: Links): Promise<void> => {
    const since = clock() - RETENTION_MS
    const sent = await sentLast(platform.storage)
    commanded.clear()
    caused.clear()
    for (const { thresholdlog_id, root_id, device_id, alarm_device_id, at } of sent) {
      if (at < since) continue
      forget(at)
      const depth = root_id === thresholdlog_id ? 1 : (causeOf(alarm_device_id, links, at)?.depth ?? 1) + 1
      remember(device_id, { depth, root: root_id, at })
    }
  }
  let recalled: { by: Storage; done: Promise<void> } | null = null
  /** Returns the links, once the commands sent before this process led are known. */
  const linksOfLead = async (): Promise<Links> => {
    const links = await linksNow()
    const by = lead()
    if (by && recalled?.by !== by) {
      const done = recall(links)
      recalled = { by, done }
      done.catch(() => {
        // The next call tries again.
        if (recalled?.done === done) recalled = null
      })
    }
    await recalled?.done
    return links
  }
  const limit = (cause: Commanded | null, to: number, root: number, now: number): Problem | null => {
    const depth = (cause?.depth ?? 0) + 1
    const times = (commanded.get(to)?.times ?? []).filter((time) => now - time < MINUTE)
    const count = caused.get(root)?.count ?? 0
    if (depth > MAX_LINKED_STEPS) return { key: 'error.alarm.depth', args: { max: MAX_LINKED_STEPS } }
    if (times.length >= MAX_PER_MINUTE) return { key: 'error.alarm.flood', args: { max: MAX_PER_MINUTE } }
    if (count >= MAX_FAN_OUT) return { key: 'error.alarm.fanOut', args: { max: MAX_FAN_OUT } }
    remember(to, { depth, root, at: now })
    return null
  }
  /**
   * Sends the command and writes the switch in the transaction of the command; returns why it cannot be sent, or null.
   */
  const carryOut = async (
    linked: Omit<LinkedSwitch, 'now'>,
    cause: Commanded | null,
    links: Links,
  ): Promise<Problem | null> => {
    const { entry, rootId, target } = linked
    if (entry.maintained) return { key: 'error.alarm.maintenanceSwitch' }
    const ring = entry.rule.scoped ? ringAt(entry.rule, entry.deviceId, links) : null
    if (ring) return ring
    const storage = lead()
    if (!storage || clock() - entry.receivedAt > MAX_DELAY_MS) return INTERRUPTED
    const command = readSetValue(platform.registry, actorOf(entry.rule.project_id), {
      deviceid: target.device,
      nodemapid: target.nodemap,
      value: target.value,
    })
    const refused = limit(cause, target.device, rootId, clock())
    if (refused) return refused
    await setValue(platform as Platform, command, null, {
      storage,
      async beside(trx, operationId) {
        // Read again: the database, or this process, may have stalled since.
        const now = clock()
        if (now - entry.receivedAt > MAX_DELAY_MS) throw new ApiError(409, INTERRUPTED.key)
        await insertSwitch(trx, { ...linked, now }, { operationId })
      },
    })
    return null
  }
  return {
    async run(entry) {
      const { rule, episode, deviceId } = entry
      if (!rule.ganged || episode.logId === null) return
      // A failure that lasts a moment, as while another process begins to lead, must not refuse the switch, since no
      // process tries it again: so one retry.
      const links = await linksOfLead().catch(linksOfLead).catch(problemOf)
      const now = clock()
      forget(now)
      const cause = 'key' in links ? null : causeOf(deviceId, links, now)
      const device = platform.registry.device(rule.ganged.device)
      const linked: Omit<LinkedSwitch, 'now'> = {
        entry,
        logId: episode.logId,
        rootId: cause?.root ?? episode.logId,
        target: rule.ganged,
        device,
        node: device?.nodes.get(rule.ganged.nodemap),
      }
      const refused = 'key' in links ? links : await carryOut(linked, cause, links).catch(problemOf)
      if (!refused) return
      platform.log.warn({ rule: rule.id, episode: episode.logId, reason: refused.key }, 'a linked command was not sent')
      // Written even where another process leads by now: no other process logs this for an episode that this process
      // wrote.
      await platform.storage
        .writeAny((trx) => insertSwitch(trx, { ...linked, now: clock() }, { refused }))
        .catch((error: unknown) => platform.log.error({ err: error }, 'a linked command could not be logged'))
    },
  }
}

const lastOf = ({ times }: Commanded): number => times.at(-1) ?? 0

/**
 * The caller on whose behalf an alarm acts: it has the rights of its rule's project, and only that of setting values.
 */
const actorOf = (project_id: number): Caller => ({
  id: 0,
  super_id: 2,
  project_id,
  keys: new Set([CONTROL_KEY]),
  districts: [],
  types: [],
})

const INTERRUPTED: Problem = { key: 'error.alarm.interrupted' }

function problemOf(error: unknown): Problem {
  if (error instanceof LeaseLost) return INTERRUPTED
  if (!(error instanceof ApiError))
    return {
      key: 'error.switch.failed',
      args: { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
    }
  return Object.values(error.fields ?? {})[0] ?? { key: error.key }
}
