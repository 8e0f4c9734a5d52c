import type { Sample, Span } from './schedule.ts'

/** How many of what should be there are not, and how many are there that should not, or more than once. */
export interface Difference {
  lost: number
  twice: number
  /** There, and not as it was sent or for no reason at all. */
  strange: number
}

/** An alarm record. */
export interface Episode {
  id: number
  device: number
  /** Epoch ms, as are all times. */
  begun: number
  ended: number | null
}

/** A message of the send log. */
export interface Message {
  id: number
  episode: number
  /** Whether it tells the end. */
  isEnd: boolean
  isSent: boolean
}

/** What was acknowledged beside what is read from the history. */
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

/** The alarms that had to be beside those that are. One that began for no reason, or did not end when it had to, is strange. */
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
 * What was told of episodes: beginning and end of each stand in the send log once, and reached the receiver. Whoever dies between sending a message and
 * noting it leaves it to be sent once more, under the same id, which receivers know it by (docs/wire.md): that is no second message, and counted as `again`.
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
