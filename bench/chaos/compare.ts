import type { Sample, Span } from './schedule.ts'

/** Number of items that are missing, and of items that are stored more than once or should not exist. */
export interface Difference {
  lost: number
  twice: number
  /** Stored, but different from what was sent, or without any cause. */
  strange: number
}

/** An alarm record. */
export interface Episode {
  id: number
  device: number
  /** Times in ms since the epoch, as everywhere here. */
  begun: number
  ended: number | null
}

/** A message of the send log. */
export interface Message {
  id: number
  episode: number
  /** Whether the message reports the end of the alarm. */
  isEnd: boolean
  isSent: boolean
}

/** Compares the acknowledged samples with those read from the history. */
export function compareSamples(acknowledged: readonly Sample[], read: readonly Sample[]): Difference {
  const key = ({ device, node, ts }: Sample): string => `${device} ${node} ${ts}`
  const sent = new Map(acknowledged.map((sample) => [key(sample), sample.value]))
  const seen = new Set<string>()
  let [twice, strange] = [0, 0]
  for (const sample of read) {
    const name = key(sample)
    if (seen.has(name)) twice++
    else if (sent.get(name) !== sample.value) strange++
    seen.add(name)
  }
  return { lost: [...sent.keys()].filter((name) => !seen.has(name)).length, twice, strange }
}

/**
 * Compares the expected alarms with the stored ones. An alarm that began without a cause, or did not end in time,
 * counts as strange.
 */
export function compareAlarms(expected: readonly Span[], episodes: readonly Episode[]): Difference {
  const byDevice = new Map<number, Episode[]>()
  for (const episode of episodes) byDevice.set(episode.device, [...(byDevice.get(episode.device) ?? []), episode])
  let [lost, twice, found, unended] = [0, 0, 0, 0]
  for (const { device, from, to, next } of expected) {
    const mine = (byDevice.get(device) ?? []).filter(({ begun }) => begun >= from && begun < to)
    found += mine.length
    if (mine.length === 0) lost++
    else twice += mine.length - 1
    unended += mine.filter(({ ended }) => ended === null || ended < to || ended >= next).length
  }
  return { lost, twice, strange: episodes.length - found + unended }
}

/**
 * Compares the messages with the episodes: the beginning and the end of each stand in the send log once, and reached
 * the receiver. A process that dies between sending a message and recording that leaves it to be sent again under the
 * same id, by which receivers recognise it (docs/wire.md): such a repetition is not a second message, and counts as
 * `again`.
 *
 * @param told how often the receiver got each message, by its id
 */
export function compareMessages(
  episodes: readonly Episode[],
  log: readonly Message[],
  told: ReadonlyMap<number, number>,
): Difference & { again: number } {
  const key = (episode: number, isEnd: boolean): string => `${episode} ${isEnd}`
  const rows = new Map<string, Message[]>()
  for (const message of log) {
    const name = key(message.episode, message.isEnd)
    rows.set(name, [...(rows.get(name) ?? []), message])
  }
  const due = episodes.flatMap(({ id, ended }) => (ended === null ? [key(id, false)] : [key(id, false), key(id, true)]))
  let [lost, twice] = [0, 0]
  for (const name of due) {
    const mine = rows.get(name) ?? []
    if (!mine.some(({ id }) => told.has(id))) lost++
    twice += Math.max(0, mine.length - 1)
  }
  const known = new Set(log.map(({ id }) => id))
  const strangers = [...told.keys()].filter((id) => !known.has(id)).length
  const mistaken = log.filter(({ id, isSent }) => isSent !== told.has(id)).length
  const again = [...told.values()].reduce((sum, times) => sum + times - 1, 0)
  return { lost, twice, strange: strangers + mistaken, again }
}
