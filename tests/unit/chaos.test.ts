import { describe, expect, it } from 'vitest'
import { compareAlarms, compareMessages, compareSamples } from '../../bench/chaos/compare.ts'
import { LIMIT, spansAbove, valueOf } from '../../bench/chaos/schedule.ts'
import { logOf } from '../../bench/scale/log.ts'

const sample = (ts: number, value: number) => ({ device: 1, node: 1, ts, value })
const whole = { lost: 0, twice: 0, strange: 0 }

describe('logOf (telemetry log of the chaos run)', () => {
  const jetstream = { TELEMETRY_LOG: 'jetstream' }
  it('returns the NATS address of the layout only if TELEMETRY_LOG is jetstream', () => {
    const services = { nats: { url: 'nats://127.0.0.1:4222' } }
    expect(logOf(services, jetstream)).toBe('nats://127.0.0.1:4222')
    expect(logOf(services, {})).toBeNull()
    expect(logOf(services, { TELEMETRY_LOG: 'off' })).toBeNull()
  })

  it('throws if TELEMETRY_LOG is jetstream and the layout has no NATS', () => {
    expect(() => logOf({ nats: { url: null } }, jetstream)).toThrow('there is no NATS')
    expect(logOf({ nats: { url: null } }, {})).toBeNull()
  })
})

describe('alarm schedule of the chaos run', () => {
  it('starts below the limit at each device and crosses it every five samples', () => {
    for (let device = 1; device <= 20; device++) {
      const above = Array.from({ length: 40 }, (_, n) => valueOf(device, n) > LIMIT)
      expect(above[0]).toBe(false)
      const crossings = above.flatMap((is, n) => (n > 0 && is !== above[n - 1] ? [n] : []))
      expect(crossings.slice(1).map((n, i) => n - (crossings[i] ?? 0))).toEqual(crossings.slice(1).map(() => 5))
    }
  })

  it('has spans from the first value above the limit to the first below, with the start of the next', () => {
    const samples = [50, 150, 160, 50, 50, 150, 50].map((value, i) => sample(i + 1, value))
    expect(spansAbove(samples)).toEqual([
      { device: 1, from: 2, to: 4, next: 6 },
      { device: 1, from: 6, to: 7, next: Infinity },
    ])
  })

  it('has no span that is unfinished or never above the limit', () => {
    expect(spansAbove([sample(1, 50), sample(2, 150)])).toEqual([])
    expect(spansAbove([sample(1, 50), sample(2, LIMIT)])).toEqual([])
    expect(spansAbove([])).toEqual([])
  })
})

describe('compareSamples', () => {
  const sent = [sample(1, 10), sample(2, 20)]

  it('finds no difference between the same samples in another order', () =>
    expect(compareSamples(sent, sent.toReversed())).toEqual(whole))
  it('counts a missing sample as lost', () =>
    expect(compareSamples(sent, sent.slice(1))).toEqual({ ...whole, lost: 1 }))
  it('counts a repeated timestamp as twice, with the same or another value', () =>
    expect(compareSamples(sent, [...sent, sample(1, 10), sample(2, 21)])).toEqual({ ...whole, twice: 2 }))
  it('counts a sample that was not sent, or not with that value, as strange', () =>
    expect(compareSamples(sent, [sample(1, 11), sample(2, 20), sample(3, 30)])).toEqual({ ...whole, strange: 2 }))
  it('distinguishes devices and nodes', () =>
    expect(compareSamples(sent, [...sent, { ...sample(1, 10), node: 2 }, { ...sample(1, 10), device: 2 }])).toEqual({
      ...whole,
      strange: 2,
    }))
})

describe('compareAlarms', () => {
  const spans = [
    { device: 1, from: 10, to: 20, next: 30 },
    { device: 1, from: 30, to: 40, next: Infinity },
  ]
  const episode = (id: number, begun: number, ended: number | null, device = 1) => ({ id, device, begun, ended })
  const both = [episode(1, 10, 20), episode(2, 35, 45)]

  it('finds no difference when an episode starts and ends late within its span', () =>
    expect(compareAlarms(spans, both)).toEqual(whole))
  it('counts a missing episode as lost', () =>
    expect(compareAlarms(spans, both.slice(1))).toEqual({ ...whole, lost: 1 }))
  it('counts a second episode of one span as twice', () =>
    expect(compareAlarms(spans, [...both, episode(3, 11, 20)])).toEqual({ ...whole, twice: 1 }))
  it('counts an episode outside any span, or of another device, as strange', () =>
    expect(compareAlarms(spans, [...both, episode(3, 25, 26), episode(4, 10, 20, 2)])).toEqual({
      ...whole,
      strange: 2,
    }))
  it('counts an episode as strange that does not end, ends too early or lasts into the next span', () => {
    for (const ended of [null, 15, 30])
      expect(compareAlarms(spans, [episode(1, 10, ended), episode(2, 30, 40)])).toEqual({ ...whole, strange: 1 })
  })
})

describe('compareMessages', () => {
  const episodes = [
    { id: 7, device: 1, begun: 10, ended: 20 },
    { id: 8, device: 1, begun: 30, ended: null },
  ]
  const message = (id: number, episode: number, isEnd: boolean, isSent = true) => ({ id, episode, isEnd, isSent })
  const log = [message(1, 7, false), message(2, 7, true), message(3, 8, false)]
  const told = (...ids: number[]) => new Map(ids.map((id) => [id, 1]))
  const fine = { ...whole, again: 0 }

  it('finds no difference when each start and end was delivered once', () =>
    expect(compareMessages(episodes, log, told(1, 2, 3))).toEqual(fine))
  it('counts a message that was never written to the log as lost', () =>
    expect(compareMessages(episodes, log.slice(1), told(2, 3))).toEqual({ ...fine, lost: 1 }))
  it('counts an undelivered message as lost, and also as strange if the log says it was sent', () => {
    const unsent = [...log.slice(0, 2), message(3, 8, false, false)]
    expect(compareMessages(episodes, unsent, told(1, 2))).toEqual({ ...fine, lost: 1 })
    expect(compareMessages(episodes, log, told(1, 2))).toEqual({ ...fine, lost: 1, strange: 1 })
  })
  it('counts a second message of the same event as twice', () =>
    expect(compareMessages(episodes, [...log, message(4, 7, true)], told(1, 2, 3, 4))).toEqual({ ...fine, twice: 1 }))
  it('counts a repeated delivery of one message id as again, not as twice', () =>
    expect(compareMessages(episodes, log, told(1, 2).set(3, 2))).toEqual({ ...fine, again: 1 }))
  it('counts a delivered message that is not in the log as strange', () =>
    expect(compareMessages(episodes, log, told(1, 2, 3, 9))).toEqual({ ...fine, strange: 1 }))
})
