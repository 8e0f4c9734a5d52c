import { dataTimeOf } from './readings.ts'
import type { Segment } from './segment.ts'
import type { Clock } from './time.ts'

/**
 * Maximum number of split messages remembered for one station, and of its waiting packets. Beyond it the oldest message
 * is given up.
 */
const MAX_MESSAGES = 64
const MAX_WAITING = 128

/** A packet with the time of measurement of its values, epoch ms; null where neither DataTime nor QN can be read. */
export interface Timed<P> {
  packet: P
  time: number | null
}

export interface SplitMessages<P> {
  /**
   * Takes a packet of a station's message (`now` in epoch ms) and returns the packets whose time is known with it:
   * usually this one alone; none while the packet with DataTime is missing; with that packet, all that waited for it.
   */
  add(device: number, segment: Segment, packet: P, now: number): Timed<P>[]
  /** Returns the packets whose message stayed incomplete for too long or was given up. `add` never returned them. */
  expire(now: number): P[]
}

interface Message<P> {
  time: number | null
  /** Content of each packet by its number. Equal content is a repetition, different content begins a new message. */
  contents: Map<number, string>
  waiting: Map<number, P>
  /** When the last packet came, epoch ms. */
  touched: number
}

/**
 * Gives each packet of a split message the DataTime of its message, which only one packet carries. Messages are
 * identified by station, CN and QN: they may interleave, and packets may come in any order over any connection. A
 * message that lost a packet does not delay other messages.
 */
export function createSplitMessages<P>(clock: Clock, timeoutMs: number): SplitMessages<P> {
  const stations = new Map<number, Map<string, Message<P>>>()
  let lost: P[] = []

  const giveUp = (device: number, messages: Map<string, Message<P>>, key: string): void => {
    lost.push(...(messages.get(key)?.waiting.values() ?? []))
    messages.delete(key)
    if (messages.size === 0) stations.delete(device)
  }
  const messageOf = (device: number, key: string, pno: number, content: string, now: number): Message<P> => {
    const messages = stations.get(device) ?? new Map<string, Message<P>>()
    const known = messages.get(key)
    // The answers to one request may be several messages under its QN.
    const isOther = known !== undefined && (known.contents.get(pno) ?? content) !== content
    if (known && !isOther) return known
    if (known) giveUp(device, messages, key)
    const message: Message<P> = { time: null, contents: new Map(), waiting: new Map(), touched: now }
    stations.set(device, messages.set(key, message))
    return message
  }
  const makeRoom = (device: number): void => {
    const messages = stations.get(device) ?? new Map<string, Message<P>>()
    let waiting = [...messages.values()].reduce((sum, message) => sum + message.waiting.size, 0)
    for (const [key, message] of messages) {
      if (messages.size <= MAX_MESSAGES && waiting <= MAX_WAITING) return
      waiting -= message.waiting.size
      giveUp(device, messages, key)
    }
  }

  return {
    add(device, segment, packet, now) {
      const { qn, cn, pnum, pno } = segment
      const [said, sent] = [clock.read(dataTimeOf(segment)), clock.read(qn)]
      if (pno === null || pnum === 1) return [{ packet, time: said ?? sent }]
      const content = JSON.stringify(segment.cp)
      const message = messageOf(device, `${cn} ${qn}`, pno, content, now)
      message.contents.set(pno, content)
      message.touched = now
      message.time = said ?? message.time
      const isWhole = pnum !== null && message.contents.size >= pnum
      if (message.time === null && !isWhole) {
        message.waiting.set(pno, packet)
        makeRoom(device)
        return []
      }
      makeRoom(device)
      // A complete message without DataTime is dated by the time it was sent, like one that is not split.
      const time = message.time ?? sent
      const others = [...message.waiting].flatMap(([other, one]) => (other === pno ? [] : [one]))
      message.waiting.clear()
      return [...others, packet].map((one) => ({ packet: one, time }))
    },
    expire(now) {
      for (const [device, messages] of stations)
        for (const [key, { touched }] of messages) if (now - touched >= timeoutMs) giveUp(device, messages, key)
      const given = lost
      lost = []
      return given
    },
  }
}
