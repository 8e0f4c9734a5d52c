import { describe, expect, it } from 'vitest'
import { devicesOfScope, isOutdated, nodeOn, ruleOn, type ScopedRule } from '../../server/alarms/scope/resolve.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { followRule, newWatch } from '../../server/alarms/watch.ts'
import type { LiveDevice, LiveNode, Registry } from '../../server/platform.ts'
import {
  limitProblems,
  lookbackMs,
  replay,
  rescaled,
  ruleFrom,
  SAVE_ON_CHANGE,
  toDisplayedValue,
} from '../../resources/kit/rule.ts'
import { rules } from '../../resources/kit/rules.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import { readingLimitsOf } from '../../resources/quantities.ts'
import { classWord } from '../../standards/index.ts'

const MINUTE = 60_000
/** Age up to which a value counts as fresh, ms. */
const FRESH = 15 * MINUTE
/** A time in Beijing, on a day on which HJ 633-2026 is in force. */
const at = (clock: string, day = '2026-04-02'): number => Date.parse(`${day}T${clock}:00+08:00`)

const [PM25, SO2, NOISE, OXYGEN, OTHER] = [1, 2, 3, 4, 5]
const pollutants: Readonly<Record<number, number | null>> = {
  [PM25]: 1,
  [SO2]: 3,
  [NOISE]: 20,
  [OXYGEN]: 30,
  [OTHER]: null,
}

const nodeOf = (id: number, unitname: string | null = null, node_script: string | null = null): LiveNode => {
  const range = { min_value: 0, max_value: 100_000, range_factor: null, no_value: null }
  const limits = readingLimitsOf({ ...range, pollutant: pollutants[id] ?? null, key_msg: null, node_script } as never)
  return { id, unitname, node_script, pollutant: pollutants[id] ?? null, limits, ...range } as unknown as LiveNode
}

interface Place {
  site?: number | null
  scheme?: number | null
  save_cycle?: number
  nodes?: LiveNode[]
}

function registryOf({ site = null, scheme = null, save_cycle = 5, nodes }: Place = {}): Registry {
  const known = nodes ?? [PM25, SO2, NOISE, OXYGEN, OTHER].map((id) => nodeOf(id))
  const device = {
    id: 7,
    project_id: 1,
    devicetype_id: 1,
    site,
    acquisition_cycle: 60,
    save_cycle,
    nodes: new Map(known.map((node) => [node.id, node])),
  }
  return { device: () => device as unknown as LiveDevice, airScheme: () => scheme } as unknown as Registry
}

const ruleOf = (node: number, level: number, more: object = {}): ScopedRule => {
  const fields = { com_oper: 1, params_x: level, hold_time: 0, conditions: { calc: 'class' }, ...more }
  const rule = ruleFrom(fields, 'Asia/Shanghai')
  if (!rule) throw new Error('no rule')
  return { ...rule, nodemap_id: node }
}

/** The classes after samples at an interval of `every` minutes. */
function classesOf(rule: ScopedRule, start: number, values: readonly number[], every = 5): (number | null)[] {
  const over = replay(rule, FRESH, rule.nodemap_id)
  return values.map((value, place) => {
    const ts = start + place * every * MINUTE
    over.take({ at: ts, value })
    return over.values(ts)[0] ?? null
  })
}

const constant = (value: number, count = 13): number[] => Array.from({ length: count }, () => value)
const lastOf = (node: number, value: number, place: Place, start = at('10:00')): number | null | undefined =>
  classesOf(ruleOn(registryOf(place), ruleOf(node, 1), 7), start, constant(value)).at(-1)

describe('mean of a sound level', () => {
  it('is an energy mean', () => {
    const conditions = { calc: 'mean', minutes: 30, join: 'and', rows: [] }
    const meanOf = (node: number) =>
      classesOf(ruleOn(registryOf(), ruleOf(node, 1, { conditions }), 7), at('10:00'), [50, 80, 50, 80, 50, 80, 50]).at(
        -1,
      )
    expect(meanOf(NOISE)).toBeCloseTo(10 * Math.log10((3 * 10 ** 8 + 3 * 10 ** 5) / 6), 1)
    expect(meanOf(OTHER)).toBe(65)
  })
})

describe('class of a node', () => {
  it.each([
    [35, 1],
    [36, 2],
    [60, 2],
    [61, 3],
    [115, 3],
    [116, 4],
    [150, 4],
    [151, 5],
    [251, 6],
  ])('for an hour with %s µg/m³ of PM2.5 is %s by HJ 633-2026', (value, level) => {
    expect(lastOf(PM25, value, {})).toBe(level)
  })

  it('follows the standard in force on its day', () => {
    expect([lastOf(PM25, 70, {}, at('10:00', '2026-02-27')), lastOf(PM25, 70, {}, at('10:00', '2026-03-02'))]).toEqual([
      2, 3,
    ])
  })

  it('of a gas in ppb uses the reference temperature in force on its day', () => {
    // 543 µg/m³ at 0 °C, 498 at 25 °C.
    const place = { nodes: [nodeOf(SO2, 'ppb')] }
    const days = ['2018-08-30', '2018-09-02'].map((day) => lastOf(SO2, 190, place, at('10:00', day)))
    expect(days).toEqual([3, 2])
  })

  it('uses the air scheme of the project, with a lookback of 12 h for NowCast', () => {
    expect([1, 2, 3].map((scheme) => lastOf(PM25, 40, { scheme }))).toEqual([2, null, 3])
    // NowCast needs two of the last three hours, and with two of them it yields a value.
    const us = ruleOn(registryOf({ scheme: 2 }), ruleOf(PM25, 1), 7)
    expect(lookbackMs(us)).toBe(12 * HOUR)
    expect(classesOf(us, at('08:00'), constant(40, 25)).at(-1)).toBe(3)
  })

  it('uses the hourly mean in the unit of the standard, after the display script', () => {
    const nodes = [nodeOf(PM25, 'mg/m³', 'value * 0.01')]
    expect([lastOf(PM25, 6, { nodes }), lastOf(PM25, 6.1, { nodes })]).toEqual([2, 3])
    const swings = classesOf(
      ruleOn(registryOf(), ruleOf(PM25, 1), 7),
      at('10:00'),
      Array.from({ length: 24 }, (_, i) => (i % 2 ? 110 : 8)),
    )
    expect(swings.at(-1)).toBe(2)
  })

  it('is null with less than 45 min of samples and with a gap', () => {
    const rule = ruleOn(registryOf(), ruleOf(PM25, 1), 7)
    expect(classesOf(rule, at('10:00'), constant(40, 10)).map((level) => level !== null)).toEqual([
      ...Array.from({ length: 8 }, () => false),
      true,
      true,
    ])
    const over = replay(rule, FRESH, PM25)
    for (const [minutes, value] of [0, 5, 10, 45, 50, 55, 60].map((minute) => [minute, 40] as const))
      over.take({ at: at('10:00') + minutes * MINUTE, value })
    expect(over.values(at('11:00'))).toEqual([null])
  })

  it('is known for an hour reported as a single value', () => {
    const rule = ruleOn(registryOf({ save_cycle: 60 }), ruleOf(PM25, 1), 7)
    expect(classesOf(rule, at('10:00'), [40, 80], 60)).toEqual([2, 3])
  })

  it('follows a step at once and weights earlier values by duration if only changes are saved', () => {
    const place = { save_cycle: SAVE_ON_CHANGE }
    // The mean of 20 and 500.
    expect(classesOf(ruleOn(registryOf(place), ruleOf(PM25, 1), 7), at('10:00'), [20, 500], 40)).toEqual([1, 6])
    expect(
      classesOf(ruleOn(registryOf({ ...place, site: 3 }), ruleOf(NOISE, 1), 7), at('10:00'), [50, 80], 40),
    ).toEqual([1, 2])
    // NowCast of 4 in the last hour and 31 in the hour before, in which 400 stood for four minutes: 13. With 202, the
    // mean of both values, it would be 70.
    const us = replay(ruleOn(registryOf({ ...place, scheme: 2 }), ruleOf(PM25, 1), 7), FRESH, PM25)
    const moments = [
      [1, 4],
      [56, 400],
      [61, 4],
      [120, 4],
    ] as const
    for (const [minutes, value] of moments) us.take({ at: at('10:00') + minutes * MINUTE, value })
    expect(us.values(at('12:00'))).toEqual([2])
  })

  it('of water is judged per sample, with less oxygen as worse', () => {
    const rule = ruleOn(registryOf({ site: 7 }), ruleOf(OXYGEN, 1), 7)
    expect(classesOf(rule, at('10:00'), [7.5, 5, 4.9, 2, 1.9], 240)).toEqual([1, 3, 4, 5, 6])
  })

  it('is null for a node without a standard and for noise without a zone', () => {
    expect([lastOf(OTHER, 50, {}), lastOf(NOISE, 90, {})]).toEqual([null, null])
  })

  it.each([
    ['10:00', 60, 1],
    ['10:00', 60.1, 2],
    ['23:00', 50, 1],
    ['23:00', 50.1, 2],
  ])('for noise in zone 2 after %s at %s dB is %s', (clock, value, level) => {
    expect(lastOf(NOISE, value, { site: 3 }, at(clock))).toBe(level)
  })

  it('uses the energy mean for noise', () => {
    const loud = [...constant(50, 11), 75]
    expect(classesOf(ruleOn(registryOf({ site: 3 }), ruleOf(NOISE, 2), 7), at('10:00'), loud).at(-1)).toBe(2)
  })

  it('is null from 22:00 until 45 min of the night are measured', () => {
    const rule = ruleOn(registryOf({ site: 3 }), ruleOf(NOISE, 2), 7)
    const heard = classesOf(rule, at('21:00'), constant(55, 24))
    expect(heard.slice(8, 12)).toEqual([1, 1, 1, 1])
    // From 22:00 on the class is unknown until 45 minutes of the night have been measured.
    expect(heard.slice(12, 20)).toEqual(Array.from({ length: 8 }, () => null))
    expect(heard.slice(20)).toEqual([2, 2, 2, 2])
  })
})

describe('index of a node', () => {
  const ruleOfIndex = (node: number, limit: number): ScopedRule =>
    ruleOf(node, limit, { com_oper: 0, conditions: { calc: 'index' } })
  const indexOf = (node: number, value: number, place: Place = {}): number | null | undefined =>
    classesOf(ruleOn(registryOf(place), ruleOfIndex(node, 150), 7), at('10:00'), constant(value)).at(-1)

  it('is that of the hourly mean in the unit of the standard, after the display script', () => {
    expect([35, 60, 100, 115, 116, 150].map((value) => indexOf(PM25, value))).toEqual([50, 100, 137, 150, 152, 200])
    expect(indexOf(PM25, 6, { nodes: [nodeOf(PM25, 'mg/m³', 'value * 0.01')] })).toBe(100)
    // The US scheme uses NowCast, and other class limits.
    const us = ruleOn(registryOf({ scheme: 2 }), ruleOfIndex(PM25, 100), 7)
    expect(classesOf(us, at('08:00'), constant(35.4, 25)).at(-1)).toBe(100)
  })

  it('is null with less than 45 min of samples and if the standard has no index', () => {
    const rule = ruleOn(registryOf(), ruleOfIndex(PM25, 150), 7)
    expect(classesOf(rule, at('10:00'), constant(200, 8)).every((index) => index === null)).toBe(true)
    expect([
      indexOf(PM25, 200, { scheme: 3 }),
      indexOf(OXYGEN, 1, { site: 7 }),
      indexOf(NOISE, 90, { site: 3 }),
      indexOf(OTHER, 50),
    ]).toEqual([null, null, null, null])
  })

  it('restarts the watch if the project’s new scheme has no index for the pollutant', () => {
    const watchOf = (scheme: number, conditions: object) => {
      const rule = ruleOn(registryOf({ scheme }), ruleOf(PM25, 150, { com_oper: 0, conditions }), 7)
      return newWatch(rule as unknown as Rule, 7)
    }
    const isFollowed = (conditions: object, from: number, to: number): boolean => {
      const [before, made] = [watchOf(from, conditions), watchOf(to, conditions)]
      return followRule(before, made) === before
    }
    const besides = { join: 'or', rows: [{ node: SO2, calc: 'index', com_oper: 0, params_x: 150 }] }
    for (const conditions of [{ calc: 'index' }, besides])
      expect([isFollowed(conditions, 1, 2), isFollowed(conditions, 1, 3)]).toEqual([true, false])
    expect(isFollowed({ calc: 'mean', minutes: 60 }, 1, 3)).toBe(true)
  })

  it('fires above its limit, not at it', () => {
    const firings = (value: number) => {
      const all = replay(ruleOn(registryOf(), ruleOfIndex(PM25, 150), 7), FRESH, PM25)
      for (let minute = 0; minute <= 60; minute += 5) all.take({ at: at('10:00') + minute * MINUTE, value })
      return all.end(at('11:00')).length
    }
    expect([firings(115), firings(116)]).toEqual([0, 1])
  })

  it('accepts any number as limit, which a display script does not convert', () => {
    const fields = { com_oper: 0, params_x: '150', hysteresis: 10, conditions: '{"calc":"index"}' }
    expect([limitProblems(fields), rules.ruleConditions(fields.conditions)]).toEqual([{}, null])
    expect(toDisplayedValue('value * 0.1', 150, 'index')).toBe(150)
    const script = { node_script: '100 - value', min_value: 0, max_value: 100 }
    expect(rescaled(fields, PM25, () => script)).toMatchObject({ com_oper: 0, params_x: '150' })
    expect(rescaled(fields, PM25, () => script)).not.toHaveProperty('hysteresis')
  })
})

describe('alarm rule over classes', () => {
  const over = (rule: ScopedRule, samples: readonly (readonly [number, number, number?])[], end: number) => {
    const all = replay(rule, FRESH, rule.nodemap_id)
    for (const [minute, value, node] of samples)
      all.take({ at: at('10:00') + minute * MINUTE, value, ...(node !== undefined && { node }) })
    return all.end(at('10:00') + end * MINUTE)
  }
  const everyFive = (from: number, to: number, value: number, node?: number) =>
    Array.from({ length: (to - from) / 5 }, (_, i) => [from + i * 5, value, node] as const)

  it('fires at its class, ends at a better one, and does neither while the class is unknown', () => {
    const rule = ruleOn(registryOf(), ruleOf(PM25, 3), 7)
    const start = at('10:00')
    // Bad air, two hours without values, less than 45 minutes of good air, then enough of it.
    const found = over(rule, [...everyFive(0, 60, 100), ...everyFive(180, 240, 20)], 240)
    expect(found).toEqual([{ from: start + 40 * MINUTE, to: start + 220 * MINUTE }])
  })

  it('has alarm levels by class', () => {
    const rule = ruleOn(registryOf(), ruleOf(PM25, 3, { limits: { '4': 3, '2': 4, '1': 5 } }), 7)
    const [firing] = over(rule, [...everyFive(0, 60, 100), ...everyFive(60, 180, 140)], 180)
    expect(firing).toMatchObject({ rank: 1, worse: [{ from: 0, to: 1 }], to: null })
  })

  it('watches a station by or-conditions over its nodes', () => {
    const conditions = { calc: 'class', join: 'or', rows: [{ node: SO2, calc: 'class', com_oper: 1, params_x: 3 }] }
    const rule = ruleOn(registryOf(), ruleOf(PM25, 3, { conditions }), 7)
    const both = (so2: number) =>
      [...everyFive(0, 60, 20), ...everyFive(0, 60, so2, SO2)].toSorted((a, b) => a[0] - b[0])
    expect([over(rule, both(600), 60).length, over(rule, both(100), 60).length]).toEqual([1, 0])
  })

  it('is shared by devices judged alike and outdated when the site changes', () => {
    const [rule, here] = [ruleOf(NOISE, 2), registryOf({ site: 3 })]
    const made = ruleOn(here, rule, 7)
    expect(ruleOn(here, rule, 7)).toBe(made)
    const there = registryOf({ site: 5 })
    expect(ruleOn(there, rule, 7)).not.toBe(made)
    expect([isOutdated(here, made, 7), isOutdated(there, made, 7)]).toEqual([false, true])
    const plain = ruleOf(NOISE, 60, { conditions: null })
    expect([ruleOn(there, plain, 7) === plain, isOutdated(there, plain, 7)]).toEqual([true, false])
  })

  it('accepts only integer classes as limits', () => {
    const conditions = '{"calc":"class"}'
    expect(limitProblems({ com_oper: 1, params_x: '4', conditions })).toEqual({})
    for (const params_x of [0, 7, 2.5, ''])
      expect(limitProblems({ com_oper: 1, params_x, conditions })['params_x']?.key).toBe('error.alarm.classLimit')
    expect(Object.keys(limitProblems({ com_oper: 6, params_x: 2, params_y: 9, conditions }))).toEqual(['params_y'])
    expect(limitProblems({ com_oper: 1, limits: '{"4":75}', conditions })['limits']?.key).toBe('error.alarm.classLimit')
    expect(limitProblems({ com_oper: 1, params_x: 75, conditions: '{"calc":"mean","minutes":60}' })).toEqual({})
    const row = (params_x: number) => `{"rows":[{"node":2,"calc":"class","com_oper":1,"params_x":${params_x}}]}`
    expect([rules.ruleConditions(conditions), rules.ruleConditions(row(3))]).toEqual([null, null])
    expect(rules.ruleConditions(row(75))?.key).toBe('error.rule.ruleConditions')
  })

  it('keeps its limits regardless of a display script, and drops the hysteresis', () => {
    expect(toDisplayedValue('value * 0.1', 4, 'class')).toBe(4)
    const fields = { com_oper: 1, params_x: '4', hysteresis: 1, limits: '{"4":4}', conditions: '{"calc":"class"}' }
    const script = { node_script: '100 - value', min_value: 0, max_value: 100 }
    expect(rescaled(fields, PM25, () => script)).toMatchObject({ com_oper: 1, params_x: '4', limits: '{"4":4}' })
    expect(rescaled(fields, PM25, () => script)).not.toHaveProperty('hysteresis')
  })

  it('names a class in the terms of its standard', () => {
    expect([0, 1, 2].map((place) => classWord('HJ633-2026', 4, place as 0 | 1 | 2))).toEqual([
      '中度污染 (4)',
      '中度污染 (4)',
      'Moderately polluted (4)',
    ])
    expect([classWord('GB3838-2002', 4, 2), classWord('GB3096-2008', 2, 2), classWord('GB3096-2008', 3, 2)]).toEqual([
      'Class IV',
      'Above the limit',
      null,
    ])
  })
})

describe('devices of a rule over a pollutant', () => {
  const [MG, TENTHS, UNKNOWN_UNIT, SO2_MG] = [11, 12, 13, 14]
  const models = [
    [nodeOf(PM25, 'µg/m³'), nodeOf(SO2, 'µg/m³')],
    [
      { ...nodeOf(MG, 'mg/m³'), pollutant: 1 },
      { ...nodeOf(SO2_MG, 'mg/m³'), pollutant: 3 },
    ],
    [{ ...nodeOf(TENTHS, 'µg/m³', 'value * 0.1'), pollutant: 1 }],
    // No law covers this unit: the node has no classes.
    [{ ...nodeOf(UNKNOWN_UNIT, 'counts'), pollutant: 1 }],
  ]
  const devices = models.map((nodes, at) => ({
    id: at + 1,
    project_id: 1,
    district_id: 2,
    devicetype_id: at + 1,
    acquisition_cycle: 60,
    save_cycle: 5,
    site: null,
    nodes: new Map(nodes.map((node) => [node.id, node])),
  })) as unknown as LiveDevice[]
  const registry = {
    devices: () => devices,
    device: (id: number) => devices[id - 1],
    nodemap: (id: number) => models.flat().find((node) => node.id === id),
    airScheme: () => null,
  } as unknown as Registry
  const scope = { model: null, pollutant: 1, area: null, except: [] }
  const watched = (conditions: unknown) => {
    const rule = ruleOf(PM25, 3, { conditions })
    const asked = { project: 1, node: PM25, conditions: rule.conditions ?? null }
    return devicesOfScope(registry, scope, asked).map((device) => nodeOn(registry, PM25, device, rule))
  }

  it('include nodes of any unit that has classes, if only classes or indices are judged', () => {
    expect(watched({ calc: 'class' })).toEqual([PM25, MG, TENTHS])
    expect(watched({ calc: 'index' })).toEqual([PM25, MG, TENTHS])
    const row = { node: SO2, calc: 'class', com_oper: 1, params_x: 3 }
    expect(watched({ calc: 'class', join: 'or', rows: [row] })).toEqual([PM25, MG, TENTHS])
  })

  it('include only nodes with the same unit and script, if a value is judged too', () => {
    expect(watched(null)).toEqual([PM25])
    expect(watched({ calc: 'mean', minutes: 60 })).toEqual([PM25])
    const row = { node: SO2, calc: 'value', com_oper: 0, params_x: 80 }
    expect(watched({ calc: 'class', rows: [row] })).toEqual([PM25])
    expect(watched({ calc: 'value', rows: [{ ...row, calc: 'class', params_x: 3 }] })).toEqual([PM25])
  })

  it('are judged each in its own unit', () => {
    const rule = { ...ruleOf(PM25, 3), pollutant: 1 }
    const classOf = (device: number, value: number): number | null | undefined =>
      classesOf(ruleOn(registry, rule, device), at('10:00'), constant(value)).at(-1)
    expect([classOf(1, 100), classOf(2, 0.1), classOf(3, 1000)]).toEqual([3, 3, 3])
  })
})
