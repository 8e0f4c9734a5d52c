import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../i18n/types.ts'
import {
  NO_STORM,
  countMessage,
  sentThrough,
  type Storm,
  type StormLimit,
  type StormMessage,
} from '../../server/alarms/storm/count.ts'
import { digestNews, seenDigest, type Digest } from '../../server/alarms/storm/news.ts'

const MINUTE = 60_000
const limit: StormLimit = { count: 3, minutes: 10, urgent: true }

/** Runs messages at the given minutes; returns the messages that were sent, and how many each digest covered. */
function run(at: readonly number[], given: StormLimit = limit, urgent: (index: number) => boolean = () => false) {
  const [out, digests]: [number[], number[]] = [[], []]
  let [storm, waiting]: [Storm, number] = [NO_STORM, 0]
  at.forEach((minute, index) => {
    const now = minute * MINUTE
    // As the leader's clock does (storm/digest.ts): a storm ends with its digest.
    if (storm.ends !== null && storm.ends <= now) {
      digests.push(waiting)
      ;[storm, waiting] = [NO_STORM, 0]
    }
    const counted = countMessage(storm, given, { now, device: index % 5, urgent: urgent(index) })
    storm = counted.storm
    if (counted.held) waiting++
    else out.push(minute)
  })
  if (waiting > 0) digests.push(waiting)
  return { out, digests }
}

describe('message storm', () => {
  it('starts above the limit, holds messages until the span ends and then counts anew', () => {
    expect(run([0, 1, 2, 3, 4, 12])).toEqual({ out: [0, 1, 2], digests: [3] })
    expect(run([0, 1, 2, 3, 4, 13, 14])).toEqual({ out: [0, 1, 2, 13, 14], digests: [2] })
  })

  it('does not start when messages are spread out', () => {
    const spread = Array.from({ length: 50 }, (_, i) => i * 4)
    expect(run(spread)).toEqual({ out: spread, digests: [] })
  })

  it('passes at most the limit within any span and loses no message', () => {
    let state = 7
    const chance = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    for (let round = 0; round < 200; round++) {
      const given = { count: 1 + Math.floor(chance() * 6), minutes: 1 + Math.floor(chance() * 20), urgent: false }
      let clock = 0
      const at = Array.from({ length: 120 }, () => (clock += chance() ** 3 * 12))
      const { out, digests } = run(at, given)
      expect(out.length + digests.reduce((sum, count) => sum + count, 0)).toBe(at.length)
      for (const from of out)
        expect(out.filter((minute) => minute >= from && minute < from + given.minutes).length).toBeLessThanOrEqual(
          given.count,
        )
    }
  })

  it('lets the first urgent alarm of each device pass if configured', () => {
    const minutes = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    const late = (index: number): boolean => index >= 4
    // Devices in order: 4, 0, 1, 2, 3, then 4 again.
    expect(run(minutes, limit, late)).toEqual({ out: [0, 0, 0, 2, 3, 4, 5, 6], digests: [2] })
    expect(run(minutes, { ...limit, urgent: false }, late)).toEqual({ out: [0, 0, 0], digests: [7] })
  })
})

describe('sentThrough', () => {
  const messages = (at: readonly number[], more: Partial<StormMessage> = {}): StormMessage[] =>
    at.map((minute) => ({ kind: 'fire', level: 3, device: 1, now: minute * MINUTE, ...more }))

  it('counts messages sent and one digest per storm, including the last storm', () => {
    expect(sentThrough(limit, messages([0, 1, 2]))).toBe(3)
    expect(sentThrough(limit, messages([0, 1, 2, 3, 4, 12]))).toBe(4)
    expect(sentThrough(limit, messages([0, 1, 2, 3, 4, 13, 14]))).toBe(6)
    expect(sentThrough(limit, [])).toBe(0)
  })

  it('does not hold escalation steps of urgent alarms if configured', () => {
    const steps = messages([0, 1, 2, 3, 4, 5], { kind: 'escalate', level: 1 })
    expect(sentThrough(limit, steps)).toBe(6)
    expect(sentThrough({ ...limit, urgent: false }, steps)).toBe(4)
  })
})

const digest: Digest = {
  since: Date.UTC(2026, 10, 20, 6, 3),
  until: Date.UTC(2026, 10, 20, 6, 13),
  devices: Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    name: `D${i + 1}`,
    levels: (i === 0 ? { 1: 1 } : { 2: 1, 0: 1 }) as Record<string, number>,
    over: i % 2,
  })),
}
const manner = { timeZone: 'Asia/Shanghai', publicUrl: 'https://env.example.com' }

describe('alarm digest', () => {
  it.each(LANGUAGES)('states count, levels, the first ten devices and a link in %s', (language) => {
    const { title, lines, link, alarm } = digestNews(digest, { ...manner, language })
    expect(title).toMatch(
      { zhCN: /报警汇总.*23 起报警/, zhTW: /警報彙總.*23 起警報/, zhEN: /Digest.*Alarms: 23/ }[language],
    )
    const texts = lines.map(([, text]) => text)
    expect(texts).toEqual([
      '2026-11-20 14:03:00 – 2026-11-20 14:13:00',
      {
        zhCN: '紧急 1、严重 11、未分级 11',
        zhTW: '緊急 1、嚴重 11、未分級 11',
        zhEN: 'Urgent 1, Severe 11, No level 11',
      }[language],
      expect.stringMatching(/^D1\D+D2\D.*D10 ?(and 2 more|等，另有 2 台)$/),
      '6',
    ])
    expect(link).toMatchObject({ url: 'https://env.example.com/monitor/threoldManage' })
    expect(alarm).toMatchObject({ alarms: 23, devices: 12, level_1: 1, level_2: 11 })
    expect(JSON.stringify([title, lines])).not.toMatch(/error\.|%\{/)
  })

  it('is reduced by seenDigest to devices visible to the user', () => {
    const seen = seenDigest(digest, (id) => id === 2)
    expect(seen?.devices.map(({ name }) => name)).toEqual(['D2'])
    expect(seenDigest(digest, () => false)).toBeNull()
  })
})
