import { describe, expect, it } from 'vitest'
import {
  devicesIn,
  advanceClock,
  firingsOf,
  limitProblems,
  newSignals,
  newRuleState,
  observe,
  readConditions,
  readScope,
  withHysteresis,
  replay,
  ruleFrom,
  isWatching,
  type AlarmRule,
  type Operator,
} from '../../resources/kit/rule.ts'

const MINUTE = 60_000
/** Age up to which a value counts as fresh, ms. */
const FRESH = 60 * MINUTE
const rule = (more: Partial<AlarmRule> = {}): AlarmRule => ({ operator: 0, x: 10, y: 20, hold: 0, ...more })
const series = (...values: number[]) => values.map((value, at) => ({ at: at * MINUTE, value }))
const over = (of: AlarmRule, values: number[], end = values.length * MINUTE) =>
  firingsOf(of, series(...values), end, FRESH)

describe('hysteresis', () => {
  it.each<[Operator, number[]]>([
    [0, [8, 20]],
    [1, [8, 20]],
    [2, [10, 20]],
    [3, [12, 20]],
    [4, [12, 20]],
    [5, [10, 20]],
    [6, [8, 22]],
    [7, [12, 18]],
  ])('moves the limits of operator %s back', (operator, [x, y] = []) => {
    expect(withHysteresis({ operator, x: 10, y: 20 }, 2)).toEqual({ operator, x, y })
    expect(withHysteresis({ operator, x: 10, y: 20 }, 0)).toEqual({ operator, x: 10, y: 20 })
  })

  it('keeps one alarm while values fluctuate around the limit, and starts none below it', () => {
    const flutter = [9, 11, 9, 11, 9, 11, 7, 9]
    expect(over(rule(), flutter)).toHaveLength(3)
    expect(over(rule({ hysteresis: 2 }), flutter)).toEqual([{ from: MINUTE, to: 6 * MINUTE }])
    expect(over(rule({ hysteresis: 2 }), [9, 9.9, 9])).toEqual([])
  })
})

describe('minimum off time', () => {
  it('joins firings that follow within it, but not later ones', () => {
    const of = rule({ minOff: 3 * MINUTE })
    expect(over(of, [11, 9, 9, 11, 9, 9, 9, 9, 9, 11])).toEqual([
      { from: 0, to: 4 * MINUTE },
      { from: 9 * MINUTE, to: null },
    ])
    expect(over(rule(), [11, 9, 9, 11, 9])).toHaveLength(2)
  })
})

describe('multiple limits', () => {
  const fields = { com_oper: 0, limits: '{"4":75,"2":115,"1":150}', hold_time: 120 }
  const leveled = ruleFrom(fields) as AlarmRule

  it('are ordered from mildest to worst in both directions, and validated for order and operator', () => {
    expect(leveled.levels?.map(({ level }) => level)).toEqual([4, 2, 1])
    expect(leveled).toMatchObject({ x: 75, hold: 120_000 })
    const low = ruleFrom({ com_oper: 4, limits: '{"4":6,"1":3}' })
    expect(low?.levels?.map(({ level }) => level)).toEqual([4, 1])
    expect(limitProblems(fields)).toEqual({})
    expect(limitProblems({ com_oper: 4, limits: fields.limits })['limits']?.key).toBe('error.alarm.levelOrder')
    expect(limitProblems({ com_oper: 6, limits: fields.limits })['limits']?.key).toBe('error.alarm.levelOperator')
  })

  it('are held separately and form one alarm that only worsens', () => {
    expect(over(leveled, [80, 80, 80, 120, 160, 160, 160, 80, 80, 20])).toEqual([
      {
        from: 2 * MINUTE,
        to: 9 * MINUTE,
        rank: 2,
        worse: [
          { at: 5 * MINUTE, from: 0, to: 1 },
          { at: 6 * MINUTE, from: 1, to: 2 },
        ],
      },
    ])
    // A peak shorter than the hold time reaches no worse limit.
    expect(over(leveled, [80, 80, 80, 160, 80, 80, 20])).toMatchObject([{ rank: 0 }])
    expect(over(leveled, [160, 160, 160, 20])).toMatchObject([{ rank: 2 }])
  })

  it('worsen by the clock without new values', () => {
    const ruleState = newRuleState()
    const take = (value: number, ts: number) =>
      [...observe(ruleState, leveled, { value, ts, now: ts, fresh: FRESH })].map(({ kind }) => kind)
    expect(take(80, 0)).toEqual(['pending'])
    expect(take(120, MINUTE)).toEqual([])
    expect(advanceClock(ruleState, leveled, 10 * MINUTE, FRESH)).toEqual({ kind: 'fire', at: 2 * MINUTE, by: 'clock' })
    expect(ruleState.rank).toBe(0)
    expect(advanceClock(ruleState, leveled, 10 * MINUTE, FRESH)).toEqual({
      kind: 'worsen',
      at: 3 * MINUTE,
      by: 'clock',
    })
    expect([ruleState.rank, advanceClock(ruleState, leveled, 10 * MINUTE, FRESH)]).toEqual([1, null])
  })

  it('replace the list of worse levels only when a level starts or ends', () => {
    const ruleState = newRuleState()
    const changes = (value: number, ts: number): boolean => {
      const { worse } = ruleState
      Array.from(observe(ruleState, leveled, { value, ts, now: ts, fresh: FRESH }))
      return ruleState.worse !== worse
    }
    const taken: [value: number, isOther: boolean][] = [
      [80, false],
      [80, false],
      [80, false],
      [120, true],
      [80, true],
      [80, false],
      // Both worse limits are violated, then the worst one ends and is violated again.
      [160, true],
      [120, true],
      [120, false],
      [160, true],
      [160, false],
    ]
    for (const [at, [value, isOther]] of taken.entries())
      expect(changes(value, (at + 1) * MINUTE), `minute ${at + 1}`).toBe(isOther)
    expect(ruleState.rank).toBe(1)
  })

  it('differ at night, by the time zone of the rule', () => {
    const noise = ruleFrom(
      { com_oper: 0, hold_time: 0, limits: '{"3":60,"night":{"from":"22:00","to":"06:00","3":50}}' },
      'Asia/Shanghai',
    ) as AlarmRule
    const day = Date.UTC(2026, 10, 24, 4)
    const night = Date.UTC(2026, 10, 24, 15)
    const at = (ts: number) => firingsOf(noise, [{ at: ts, value: 55 }], ts + 1, FRESH).length
    expect([at(day), at(night)]).toEqual([0, 1])
  })
})

describe('no-data alarm', () => {
  const of = rule({ noData: 10 * MINUTE })
  it('fires after a device has been silent for the set time, and ends with its next value', () => {
    const samples = [
      { at: MINUTE, value: 5 },
      { at: 30 * MINUTE, value: 5 },
    ]
    expect(firingsOf(of, samples, 31 * MINUTE, FRESH)).toEqual([{ from: 11 * MINUTE, to: 30 * MINUTE, silent: true }])
    expect(firingsOf(of, [], 100 * MINUTE, FRESH)).toEqual([])
  })

  it('continues as a value alarm if the next value violates the limit', () => {
    const samples = [
      { at: MINUTE, value: 5 },
      { at: 30 * MINUTE, value: 50 },
      { at: 31 * MINUTE, value: 5 },
    ]
    expect(firingsOf(of, samples, 31 * MINUTE, FRESH)).toMatchObject([{ from: 11 * MINUTE, to: 31 * MINUTE }])
  })

  it('does not end when the value before the silence is judged again', () => {
    const ruleState = Object.assign(newRuleState(), { ts: MINUTE, value: 5 })
    expect(advanceClock(ruleState, of, 20 * MINUTE, FRESH)).toMatchObject({ kind: 'fire', at: 11 * MINUTE })
    const again = { value: 5, ts: MINUTE, now: MINUTE, fresh: FRESH }
    expect([...observe(ruleState, of, again)]).toEqual([])
    expect([...observe(ruleState, of, { ...again, ts: 30 * MINUTE, now: 30 * MINUTE })]).toMatchObject([
      { kind: 'recover' },
    ])
  })

  it('counts silence only from the time the platform started listening', () => {
    const ruleState = Object.assign(newRuleState(), { ts: 1, heard: 60 * MINUTE })
    expect(advanceClock(ruleState, of, 69 * MINUTE, FRESH)).toBeNull()
    expect(advanceClock(ruleState, of, 70 * MINUTE, FRESH)).toMatchObject({ kind: 'fire', at: 70 * MINUTE })
  })
})

describe('schedule', () => {
  // 2026-11-23 is a Monday; Shanghai is eight hours ahead of UTC.
  const at = (day: number, hour: number) => Date.UTC(2026, 10, 22 + day, hour - 8)
  it('is active on its days, and past midnight by the day it began on', () => {
    const work = { from: 480, to: 1200, days: [1, 2, 3, 4, 5] }
    expect([at(1, 7), at(1, 8), at(1, 20), at(6, 12)].map((time) => isWatching(work, 'Asia/Shanghai', time))).toEqual([
      false,
      true,
      false,
      false,
    ])
    const friday = { from: 1320, to: 360, days: [5] }
    expect([at(5, 23), at(6, 3), at(6, 23), at(5, 3)].map((time) => isWatching(friday, 'Asia/Shanghai', time))).toEqual(
      [true, true, false, false],
    )
  })

  it('starts no alarm and no worse level outside its hours, and lets an earlier alarm end normally', () => {
    const of = rule({ schedule: { from: 480, to: 1200 }, zone: 'Asia/Shanghai', hold: 0 })
    const run = (hours: number[], values: number[]) =>
      firingsOf(
        of,
        hours.map((hour, index) => ({ at: at(1, hour), value: values[index] ?? 0 })),
        at(2, 7),
        3_600_000 * 3,
      )
    expect(run([7, 21], [50, 50])).toEqual([])
    expect(run([19, 21], [50, 5])).toEqual([{ from: at(1, 19), to: at(1, 21) }])
    // A worse limit that was violated before the schedule closed is not held through the night.
    const leveled = { limits: '{"4":10,"1":40}', com_oper: 0, hold_time: 3600 }
    const schedule = { schedule: { from: 480, to: 1200 }, zone: 'Asia/Shanghai' }
    const held = { ...(ruleFrom(leveled) as AlarmRule), ...schedule }
    const values = [20, 20, 50, ...Array.from({ length: 12 }, () => 20), 50]
    const samples = values.map((value, index) => ({ at: at(1, 17 + index), value }))
    expect(firingsOf(held, samples, at(2, 8), 3_600_000 * 3)).toMatchObject([{ from: at(1, 18), rank: 0 }])
  })
})

describe('conditions of a rule', () => {
  const mean = rule({ conditions: readConditions('{"calc":"mean","minutes":10}') })
  it('judge the mean once enough of its time span is covered', () => {
    const replayed = replay(mean, FRESH, 1)
    for (let at = 0; at < 20; at++) replayed.take({ at: at * MINUTE, value: at < 10 ? 0 : 30 })
    // Over ten minutes, four minutes of thirty give a mean of twelve.
    expect(replayed.end(20 * MINUTE)).toEqual([{ from: 13 * MINUTE, to: null }])
    expect(firingsOf(mean, series(50, 50, 50), 3 * MINUTE, FRESH)).toEqual([])
  })

  it.each(['mean', 'rate'])('yield no %s before enough of the span is covered, and keep the last one', (calc) => {
    const of = rule({ conditions: readConditions({ calc, minutes: 10 }) })
    const replayed = replay(of, FRESH, 1)
    const valueAt = (at: number): number | null => {
      replayed.take({ at: at * MINUTE, value: 20 })
      replayed.end(at * MINUTE)
      return replayed.ruleState.value
    }
    expect([0, 3, 6].map(valueAt)).toEqual([null, null, null])
    const known = calc === 'mean' ? 20 : 0
    expect([9, 12, 200].map(valueAt)).toEqual([known, known, known])
  })

  it('fire by another node while their own mean is unknown, with value null', () => {
    const conditions = readConditions({
      calc: 'mean',
      minutes: 60,
      join: 'or',
      rows: [{ node: 2, com_oper: 0, params_x: 5 }],
    })
    const replayed = replay(rule({ conditions }), FRESH, 1)
    replayed.take({ at: MINUTE, value: 50, node: 1 })
    replayed.take({ at: MINUTE, value: 6, node: 2 })
    expect(replayed.end(MINUTE)).toHaveLength(1)
    expect(replayed.ruleState.value).toBeNull()
  })

  it.each<[string, Operator, number, number, number]>([
    ['decrease', 4, -20, 50, 20],
    ['increase', 0, 20, 20, 50],
  ])('judge a %s over a time span', (_, operator, x, before, after) => {
    const rate = rule({ operator, x, conditions: readConditions('{"calc":"rate","minutes":5}') })
    const signals = newSignals(1, rate)
    for (let at = 0; at <= 10; at++) signals.take(1, at <= 5 ? before : after, at * MINUTE)
    expect(signals.values(10 * MINUTE, FRESH)).toEqual([after - before])
    expect(signals.reading(10 * MINUTE, FRESH, false).rank).toBe(0)
  })

  it.each([
    ['and', [0, 1, 0, 0]],
    ['or', [0, 1, 1, 1]],
  ])('combine the node with another one of the device by %s', (join, expected) => {
    const of = rule({
      conditions: readConditions({ join, rows: [{ node: 2, com_oper: 0, params_x: 5 }] }),
    })
    const pairs = [
      [1, 1],
      [11, 6],
      [11, 1],
      [1, 6],
    ] as const
    const found = pairs.map(([own, other]) => {
      const replayed = replay(of, FRESH, 1)
      replayed.take({ at: MINUTE, value: own, node: 1 })
      replayed.take({ at: MINUTE, value: other, node: 2 })
      return replayed.end(2 * MINUTE).length
    })
    expect(found).toEqual(expected)
  })

  it('process samples with the same timestamp together, in any order', () => {
    const of = rule({ conditions: readConditions({ rows: [{ node: 2, com_oper: 0, params_x: 5 }] }) })
    const run = (first: number) => {
      const replayed = replay(of, FRESH, 1)
      for (const at of [1, 2, 3])
        for (const node of first === 1 ? [1, 2] : [2, 1])
          replayed.take({ at: at * MINUTE, value: at === 2 ? 11 : 1, node })
      return replayed.end(4 * MINUTE)
    }
    expect(run(1)).toEqual([{ from: 2 * MINUTE, to: 3 * MINUTE }])
    expect(run(2)).toEqual(run(1))
  })

  it('keep an active alarm but start none when another node falls silent', () => {
    const of = rule({ conditions: readConditions({ rows: [{ node: 2, com_oper: 0, params_x: 5 }] }) })
    const signals = newSignals(1, of)
    signals.take(2, 9, 0)
    signals.take(1, 50, 2 * FRESH)
    expect(signals.reading(2 * FRESH, FRESH, false)).toMatchObject({ rank: -1, stays: true })
  })
})

describe('scope of a rule', () => {
  const device = (id: number, devicetype_id: number, district_id: number, project_id = 1) => ({
    id,
    devicetype_id,
    district_id,
    project_id,
  })
  const devices = [device(1, 3, 5), device(2, 3, 6), device(3, 4, 5), device(4, 3, 5, 2), device(5, 3, 9)]
  it('selects devices of a model in an area of the project, without exceptions', () => {
    const scope = readScope('{"model":3,"area":5,"except":[2]}')
    if (!scope) throw new Error('no scope')
    expect(devicesIn(scope, 1, devices, new Set([5, 6])).map(({ id }) => id)).toEqual([1])
    expect(devicesIn({ ...scope, except: [] }, 1, devices, null).map(({ id }) => id)).toEqual([1, 2, 5])
    expect(readScope('')).toBeNull()
    expect(readScope('{"area":5}')).toBeNull()
  })
  it('selects all devices that measure a pollutant, of any model', () => {
    const scope = readScope('{"pollutant":1,"except":[2]}')
    if (!scope) throw new Error('no scope')
    const measures = ({ devicetype_id }: { devicetype_id: number }) => devicetype_id === 3 || devicetype_id === 4
    expect(devicesIn(scope, 1, devices, null, measures).map(({ id }) => id)).toEqual([1, 3, 5])
    expect(devicesIn({ ...scope, model: 4 }, 1, devices, null, measures).map(({ id }) => id)).toEqual([3])
    expect(devicesIn(scope, 1, devices, null)).toEqual([])
  })
})

it('ruleFrom omits hysteresis, minimum off and no-data if they are 0, and returns null without a limit', () => {
  expect(
    ruleFrom({ com_oper: 6, params_x: 1, params_y: 2, hold_time: 10, hysteresis: 0, min_off: 0, no_data: 0 }),
  ).toEqual({
    operator: 6,
    x: 1,
    y: 2,
    hold: 10_000,
  })
  expect(ruleFrom({ com_oper: 0, params_x: null })).toBeNull()
})
