import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '../../server/log.ts'
import { CLAIMED } from '../../server/send/queue.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import type { Taken } from '../../tests/support/channelService.ts'
import type { Place } from '../scale/layout.ts'
import { openLog } from '../scale/log.ts'
import { compareAlarms, compareMessages, compareSamples, type Difference } from './compare.ts'
import { spansAbove, type Sample } from './schedule.ts'

/** The differences found, and the number of items compared. */
export interface Verdict {
  samples: Difference & { count: number }
  alarms: Difference & { count: number }
  messages: Difference & { count: number; again: number }
  /** What was still unfinished when the comparison began, in words; null: nothing. */
  unsettled: string | null
}

/** Longest wait for alarms and messages to be finished, ms: claims of dead processes are checked once a minute. */
const SETTLED = 240_000
/** Age above which a claim belongs to a dead process, ms: every message takes milliseconds here. */
const DEAD = 20_000

/**
 * Waits until no work is under way, then compares what was acknowledged with what is stored.
 *
 * @param since start of the load, ms since the epoch: older data belongs to another load
 * @param taken what the receiver of the alarms got since then
 * @param log the NATS server that holds the telemetry log; null without a log
 */
export async function check(
  place: Place,
  {
    acknowledged,
    since,
    taken,
    log,
  }: { acknowledged: readonly Sample[]; since: number; taken: readonly Taken[]; log: string | null },
): Promise<Verdict> {
  const storage = await openStorage(place, silentLog)
  try {
    const unsettled = await settled(storage, log)
    const samples = await samplesOf(storage, [...new Set(acknowledged.map(({ device }) => device))], since)
    const episodes = await storage.read
      .selectFrom('thresholdlog')
      .select(['id', 'device_id as device', 'alarm_time as begun', 'recovered_at as ended'])
      .where('alarm_time', '>=', since)
      .execute()
    const sent = await storage.read
      .selectFrom('alarmsendlog')
      .select(['id', 'thresholdlog_id', 'is_end', 'send_ok'])
      .where('alarm_time', '>=', since)
      .execute()
    const messages = sent.map(({ id, thresholdlog_id, is_end, send_ok }) => ({
      id,
      episode: thresholdlog_id,
      isEnd: is_end === 1,
      isSent: send_ok === 1,
    }))
    const ruled = new Set(await ruledDevices(storage))
    const spans = [...byDevice(acknowledged)].flatMap(([device, mine]) => (ruled.has(device) ? spansAbove(mine) : []))
    return {
      samples: { ...compareSamples(acknowledged, samples), count: acknowledged.length },
      alarms: { ...compareAlarms(spans, episodes), count: spans.length },
      messages: { ...compareMessages(episodes, messages, timesTold(taken)), count: 2 * episodes.length },
      unsettled,
    }
  } finally {
    await storage.close()
  }
}

/** As `settle`, but also waits for the telemetry log, where there is one. */
async function settled(storage: Storage, log: string | null): Promise<string | null> {
  if (log === null) return settle(storage, () => Promise.resolve(0))
  const { unstored, close } = await openLog(log, storage)
  return settle(storage, unstored).finally(close)
}

/**
 * Waits until everything is stored, no alarm is open or unjudged, and no message is unsent. Returns what was left if
 * that takes too long.
 */
async function settle({ read, write }: Storage, unstored: () => Promise<number>): Promise<string | null> {
  for (const end = Date.now() + SETTLED; ; await pause(500)) {
    // A dead process's claim expires after two minutes; this bench does not wait that long.
    await write((trx) =>
      trx
        .updateTable('alarmsendlog')
        .set({ claimed_at: 0 })
        .where('send_ok', '=', CLAIMED)
        .where('claimed_at', '<', Date.now() - DEAD)
        .execute(),
    )
    // Checked first: samples that are stored later may begin alarms.
    const waiting = await unstored()
    const [unjudged, open, unsent] = await Promise.all([
      read.selectFrom('alarminbox').select('id').execute(),
      read.selectFrom('thresholdlog').select('id').where('is_alarm', '=', 1).execute(),
      read.selectFrom('alarmsendlog').select('id').where('send_ok', '<', 0).execute(),
    ])
    if (waiting + unjudged.length + open.length + unsent.length === 0) return null
    if (Date.now() > end)
      return `${waiting} messages of the log unstored, ${unjudged.length} batches unjudged, ${open.length} alarms open, ${unsent.length} messages unsent`
  }
}

/**
 * Everything that the history holds of some devices since a moment; a second value for a moment counts as an extra row.
 */
async function samplesOf(storage: Storage, devices: readonly number[], since: number): Promise<Sample[]> {
  const wanted = devices.map((device) => ({ device, nodemaps: null, start: since, end: Infinity }))
  const columns = ['device_id as device', 'nodemap_id as node', 'ts', 'value'] as const
  const first = await storage.readHistory(wanted, ({ read }) =>
    read.selectFrom('history').select(columns).where('ts', '>=', since).execute(),
  )
  const others = await storage.read.selectFrom('historyrevision').select(columns).where('ts', '>=', since).execute()
  return [...first, ...others]
}

/** The devices that the rule names. */
async function ruledDevices({ read }: Storage): Promise<number[]> {
  const { device_list } = await read.selectFrom('threshold').select('device_list').executeTakeFirstOrThrow()
  return (device_list ?? '').split(',').map(Number)
}

/** Samples of the first node, the only one with a rule, by device. */
function byDevice(samples: readonly Sample[]): Map<number, Sample[]> {
  const devices = new Map<number, Sample[]>()
  for (const sample of samples) {
    if (sample.node !== 1) continue
    const mine = devices.get(sample.device)
    if (mine) mine.push(sample)
    else devices.set(sample.device, [sample])
  }
  return devices
}

/** How often each message arrived, by its id. */
function timesTold(taken: readonly Taken[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { headers } of taken) {
    const id = Number(headers['x-delivery'])
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}
