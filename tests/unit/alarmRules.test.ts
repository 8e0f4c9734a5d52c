import { describe, expect, it } from 'vitest'
import {
  isViolated,
  advanceClock,
  firingsOf,
  maxValueAge,
  isFresh,
  onlineUntil,
  isOperator,
  mayBeViolated,
  isAlwaysViolated,
  newRuleState,
  observe,
  operators,
  SAVE_ON_CHANGE,
  STATE,
  maxStoredAge,
  type AlarmRule,
  type Operator,
} from '../../resources/kit/rule.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { atLevel } from '../../server/alarms/escalation/whom.ts'
import { firstFiredAt, lastSentAt, newWatch, reachedRule, repeatAt } from '../../server/alarms/watch.ts'
import { ruleText } from '../../server/alarms/words.ts'

const rule = (given: Partial<Rule> = {}): Rule => ({
  id: 1,
  name: 'r',
  project_id: 1,
  devices: [1],
  nodemap_id: 1,
  operator: 0,
  x: 10,
  y: 20,
  hold: 0,
  interval: 0,
  level: 3,
  minOff: 0,
  message: 'm',
  back: null,
  phones: [],
  emails: [],
  channels: [],
  tell: new Map(),
  wechats: [],
  ganged: null,
  ...given,
})
/** Age up to which a value counts as fresh, ms. */
const FRESH = 900_000
const see = (
  ruleState: ReturnType<typeof newRuleState>,
  of: AlarmRule,
  value: number,
  ts: number,
  now: number,
  fresh = FRESH,
) => [...observe(ruleState, of, { value, ts, now, fresh })].map(({ kind }) => kind)
const pass = (ruleState: ReturnType<typeof newRuleState>, of: AlarmRule, now: number, fresh = FRESH) =>
  advanceClock(ruleState, of, now, fresh)?.kind ?? null

describe('alarm operators at the limits 10 and 20', () => {
  const probes = [9.999, 10, 10.001, 15, 20, 20.001]
  const expected: Record<Operator, number[]> = {
    0: [10.001, 15, 20, 20.001],
    1: [10, 10.001, 15, 20, 20.001],
    2: [10],
    3: [9.999, 10],
    4: [9.999],
    5: [9.999, 10.001, 15, 20, 20.001],
    6: [10.001, 15],
    7: [9.999, 20.001],
  }
  it.each(Object.entries(expected))('operator %s is violated by exactly the expected values', (operator, broken) => {
    expect(probes.filter((value) => operators[Number(operator) as Operator].broken(value, 10, 20))).toEqual(broken)
  })

  it('evaluate a range consistently with the values in it', () => {
    const all = Object.keys(operators).map((operator) => rule({ operator: Number(operator) as Operator }))
    for (const of of all)
      for (const min of probes)
        for (const max of probes.filter((value) => value >= min)) {
          const some = probes.some((value) => value >= min && value <= max && isViolated(of, value))
          if (some) expect(mayBeViolated(of, min, max), `${of.operator} ${min} ${max}`).toBe(true)
          if (min === max) expect(mayBeViolated(of, min, max), `${of.operator} ${min}`).toBe(some)
          const every = probes.every((value) => value < min || value > max || isViolated(of, value))
          if (isAlwaysViolated(of, min, max)) expect(every, `${of.operator} ${min} ${max}`).toBe(true)
          if (min === max) expect(isAlwaysViolated(of, min, max), `${of.operator} ${min}`).toBe(some)
        }
    expect(mayBeViolated(rule({ operator: 6 }), 1, 9)).toBe(false)
    expect(mayBeViolated(rule({ operator: 7 }), 10, 20)).toBe(false)
    expect(mayBeViolated(rule({ operator: 0 }), 1, 10)).toBe(false)
  })

  it('accept limits in either order', () => {
    expect(operators[6].broken(15, 20, 10)).toBe(true)
    expect(operators[7].broken(15, 20, 10)).toBe(false)
    expect(operators[6].reaches(12, 13, 20, 10)).toBe(true)
  })

  it('are the only values accepted by isOperator', () => {
    for (const other of [-1, 8, null, 'x', 0.5, 'toString']) expect(isOperator(other)).toBe(false)
  })

  it('are formatted as text by ruleText', () => {
    expect(ruleText(rule({ operator: 6, x: 0.1 + 0.2 }), 'PM2.5', 'µg/m³')).toBe('0.3 µg/m³ < PM2.5 < 20 µg/m³')
    expect(ruleText(rule({ operator: 7 }), 'pH', '')).toBe('pH < 10 | pH > 20')
  })
})

describe('alarm rule', () => {
  it('fires once without a hold time and recovers with the first normal value', () => {
    const ruleState = newRuleState()
    expect([5, 11, 12, 10, 9].map((value, i) => see(ruleState, rule(), value, i, 1000))).toEqual([
      [],
      ['fire'],
      [],
      ['recover'],
      [],
    ])
  })

  it('fires after the hold time by sample time, to the millisecond', () => {
    const ruleState = newRuleState()
    const of = rule({ hold: 10_000 })
    expect(see(ruleState, of, 11, 1000, 1000)).toEqual(['pending'])
    expect(see(ruleState, of, 11, 10_999, 1000)).toEqual([])
    expect(see(ruleState, of, 11, 11_000, 1000)).toEqual(['fire'])
  })

  it('restarts the hold time after a normal value', () => {
    const ruleState = newRuleState()
    const of = rule({ hold: 10_000 })
    see(ruleState, of, 11, 1000, 1000)
    expect(see(ruleState, of, 9, 9000, 9000)).toEqual(['calm'])
    expect(see(ruleState, of, 11, 12_000, 12_000)).toEqual(['pending'])
    expect(pass(ruleState, of, 21_999)).toBeNull()
    expect(pass(ruleState, of, 22_000)).toBe('fire')
  })

  it('fires by clock when no further sample arrives, even if the clock is checked late', () => {
    const [asked, overtaken] = [newRuleState(), newRuleState()]
    const of = rule({ hold: 10_000 })
    for (const ruleState of [asked, overtaken]) see(ruleState, of, 11, 1000, 5000)
    expect(pass(asked, of, 14_999)).toBeNull()
    expect(advanceClock(asked, of, 15_000, FRESH)).toEqual({ kind: 'fire', at: 15_000, by: 'clock' })
    expect(pass(asked, of, 25_000)).toBeNull()
    expect([...observe(overtaken, of, { value: 5, ts: 20_000, now: 20_000, fresh: FRESH })]).toEqual([
      { kind: 'fire', at: 15_000, by: 'clock' },
      { kind: 'recover', at: 20_000, by: 'sample', was: { rank: 0, silent: false } },
    ])
  })

  it('ignores samples older than the last one', () => {
    const ruleState = newRuleState()
    see(ruleState, rule(), 11, 5000, 5000)
    expect(see(ruleState, rule(), 5, 4999, 6000)).toEqual([])
    expect(ruleState).toMatchObject({ state: STATE.alarm, value: 11 })
  })

  it('does not fire on a stale value but recovers on one', () => {
    const ruleState = newRuleState()
    const hour = 3_600_000
    expect(see(ruleState, rule(), 11, 1000, 1000 + FRESH + 1)).toEqual([])
    expect(see(ruleState, rule(), 11, 1000, 1000 + FRESH)).toEqual(['fire'])
    expect(see(ruleState, rule(), 9, 2000, hour)).toEqual(['recover'])
    const held = newRuleState()
    const of = rule({ hold: 600_000 })
    expect(see(held, of, 11, 0, 0)).toEqual(['pending'])
    expect(pass(held, of, 600_000, 300_000)).toBeNull()
  })

  it('restarts the hold time after a gap longer than the freshness limit', () => {
    const ruleState = newRuleState()
    const of = rule({ hold: 60_000 })
    see(ruleState, of, 11, 1000, 1000)
    const later = 2000 + FRESH
    expect(see(ruleState, of, 11, later, later)).toEqual(['pending'])
    expect(see(ruleState, of, 11, later + 60_000, later + 60_000)).toEqual(['fire'])
  })

  it('repeats after its interval and never with an interval of 0', () => {
    const once = newWatch(rule(), 1)
    const again = newWatch(rule({ interval: 60_000 }), 1)
    for (const watch of [once, again]) Object.assign(watch, { state: STATE.alarm, sentAt: 1000, episode: { logId: 1 } })
    expect([repeatAt(once), repeatAt(again)]).toEqual([Infinity, 61_000])
    expect(repeatAt({ ...again, state: STATE.normal })).toBe(Infinity)
    // A re-fire is notified where a user had closed the alarm: its repeats then count from that notification, and not
    // before its time is known.
    expect(repeatAt({ ...again, episode: { logId: 1, toldAt: 50_000 } })).toBe(110_000)
    expect(repeatAt({ ...again, episode: { logId: null } })).toBe(Infinity)
  })

  it('keeps its original notification and firing times when it fires again within minOff', () => {
    const ended = { at: 50_000, firedAt: 900, sentAt: 1000 }
    const flapping = { rule: rule({ interval: 60_000, minOff: 10_000 }), ended }
    expect(lastSentAt(flapping, 60_000, 60_500)).toBe(1000)
    expect(lastSentAt(flapping, 60_001, 60_500)).toBe(60_500)
    expect(lastSentAt({ ...flapping, ended: null }, 60_000, 60_500)).toBe(60_500)
    expect(lastSentAt({ ...flapping, rule: rule({ interval: 60_000 }) }, 60_000, 60_500)).toBe(60_500)
    // Fired first when the episode began.
    expect([firstFiredAt(flapping, 60_000), firstFiredAt(flapping, 60_001)]).toEqual([900, 60_001])
  })

  it('fires on stored samples at the same times as on live ones', () => {
    const minute = 60_000
    const samples = [60, 80, 80, 60, 90, 90].map((value, i) => ({ at: i * minute, value }))
    const of = rule({ x: 75, hold: minute })
    expect(firingsOf(of, samples, 6 * minute, FRESH)).toEqual([
      { from: 2 * minute, to: 3 * minute },
      { from: 5 * minute, to: null },
    ])
    expect(firingsOf(rule({ x: 75, hold: 2 * minute + 1 }), samples, 5 * minute + 1, FRESH)).toEqual([])
  })

  it('fires on stored samples by clock during a long gap', () => {
    const samples = [
      { at: 0, value: 80 },
      { at: 10 * FRESH, value: 60 },
    ]
    expect(firingsOf(rule({ x: 75, hold: FRESH / 2 }), samples, 11 * FRESH, FRESH)).toEqual([
      { from: FRESH / 2, to: 10 * FRESH },
    ])
    expect(firingsOf(rule({ x: 75, hold: FRESH * 2 }), samples, 11 * FRESH, FRESH)).toEqual([])
  })
})

describe('maximum age of a value', () => {
  it('covers the time until the next value is stored for history', () => {
    const minute = 60_000
    expect(maxStoredAge({ over_time: 60, acquisition_cycle: 30, save_cycle: -1 })).toBe(minute)
    expect(maxStoredAge({ over_time: 60, acquisition_cycle: 30, save_cycle: 10 })).toBe(20 * minute)
    expect(maxStoredAge({ over_time: 60, acquisition_cycle: 30, save_cycle: SAVE_ON_CHANGE })).toBe(Infinity)
  })

  it('is the offline limit, else three cycles and at least 15 minutes', () => {
    const minute = 60_000
    expect(maxValueAge({ over_time: 60, acquisition_cycle: 30, save_cycle: 5 })).toBe(minute)
    expect(maxValueAge({ over_time: 0, acquisition_cycle: 30, save_cycle: 5 })).toBe(15 * minute)
    expect(maxValueAge({ over_time: 0, acquisition_cycle: 1200, save_cycle: 5 })).toBe(60 * minute)
    expect(maxValueAge({ over_time: 0, acquisition_cycle: 30, save_cycle: 60 })).toBe(180 * minute)
    const never = { over_time: 0, acquisition_cycle: 30, save_cycle: 5 }
    expect([isFresh(0, never, 15 * minute), isFresh(0, never, 15 * minute + 1)]).toEqual([true, false])
    expect([onlineUntil(1000, never), onlineUntil(1000, { over_time: 60 })]).toEqual([Infinity, 61_000])
    for (const save_cycle of [0, -1, SAVE_ON_CHANGE])
      expect(maxValueAge({ over_time: 0, acquisition_cycle: 30, save_cycle })).toBe(15 * minute)
  })
})

describe('limit reached by an alarm', () => {
  const noise = rule({
    x: 60,
    y: 60,
    levels: [
      { level: 3, x: 60, y: 60 },
      { level: 2, x: 70, y: 70 },
    ],
    night: {
      from: 22 * 60,
      to: 6 * 60,
      levels: [
        { level: 3, x: 50, y: 50 },
        { level: 2, x: 55, y: 55 },
      ],
    },
    zone: 'Asia/Shanghai',
  })
  // 12:00 and 23:00 in Shanghai.
  const [day, night] = [Date.UTC(2026, 10, 24, 4), Date.UTC(2026, 10, 24, 15)]

  it('is the day or night limit by the time of its value', () => {
    const told = (ts: number) => [0, 1].map((rank) => reachedRule({ rule: noise, rank, ts }))
    expect(told(day)).toMatchObject([
      { level: 3, x: 60, y: 60 },
      { level: 2, x: 70, y: 70 },
    ])
    expect(told(night)).toMatchObject([
      { level: 3, x: 50, y: 50 },
      { level: 2, x: 55, y: 55 },
    ])
  })

  it('is the one in force for an escalation step, or the rule’s own for an unknown level', () => {
    expect([3, 2].map((level) => atLevel(noise, level, day).x)).toEqual([60, 70])
    expect([3, 2].map((level) => atLevel(noise, level, night).x)).toEqual([50, 55])
    // For a level that the rule does not have, the rule's own limit applies.
    expect(atLevel(noise, 1, night)).toMatchObject({ level: 1, x: 60 })
  })
})
