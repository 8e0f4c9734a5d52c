import { describe, expect, it } from 'vitest'
import { judgingScript, shapeOf } from '../../resources/kit/reading.ts'
import {
  firingsOf,
  judgedValue,
  newSignals,
  replay,
  rescaled,
  ruleFrom,
  toDisplayedValue,
  withScripts,
} from '../../resources/kit/rule.ts'

const TENTHS = { node_script: 'value * 0.1', min_value: -400, max_value: 1000 }
const range = { min_value: 0, max_value: 100 }

describe('display scripts for rule limits', () => {
  it.each([
    ['value * 0.1', 'value * 0.1'],
    ['sqrt(value)', 'sqrt(value)'],
    ["value > 50 ? 'high' : 'low'", null],
    ["value > 90 ? 'beyond' : value * 2", null],
    ['value.x.y', null],
    ['', null],
    [null, null],
  ])('are used by judgingScript only if they yield numbers: %s', (node_script, script) => {
    expect(judgingScript({ node_script, ...range })).toBe(script)
  })

  it('are classified by shapeOf as linear and as monotonic', () => {
    expect(shapeOf('value * 0.1 - 40', range)).toEqual({ line: { factor: 0.1, offset: -40 }, isMonotonic: true })
    expect(shapeOf('0 - value', range)).toEqual({ line: { factor: -1, offset: 0 }, isMonotonic: true })
    expect(shapeOf('value * value', range)).toEqual({ line: null, isMonotonic: true })
    expect(shapeOf('(value - 50) * (value - 50)', range)).toEqual({ line: null, isMonotonic: false })
    expect(shapeOf('7', range)).toEqual({ line: null, isMonotonic: true })
  })
})

describe('alarm rule with limits of displayed values', () => {
  const fields = { com_oper: 0, params_x: 12, hold_time: 0, limit_scale: 1 }
  const ruleOf = (more: object = {}) => {
    const rule = ruleFrom({ ...fields, ...more })
    if (!rule) throw new Error('no rule')
    return withScripts(rule, 1, (node) => (node === 1 ? TENTHS : undefined))
  }
  const at = (minutes: number) => minutes * 60_000

  it('judges stored values by the script, and those of nodes without one as stored', () => {
    const rule = ruleOf()
    expect([judgedValue(rule, 1, 119), judgedValue(rule, 1, 121), judgedValue(rule, 2, 121)]).toEqual([11.9, 12.1, 121])
    expect(judgedValue(ruleOf({ limit_scale: 0 }), 1, 121)).toBe(121)
    expect(judgedValue(ruleOf({ limit_scale: undefined }), 1, 121)).toBe(121)
  })

  it('fires when the displayed value exceeds the limit', () => {
    const over = replay(ruleOf(), 600_000, 1)
    for (const [minute, value] of [119, 121, 122, 119].entries()) over.take({ at: at(minute + 1), value })
    expect(over.end(at(5))).toEqual([{ from: at(2), to: at(4) }])
    expect(firingsOf(ruleOf({ limit_scale: 0 }), [{ at: at(1), value: 119 }], at(2), 600_000)).toEqual([
      { from: at(1), to: null },
    ])
  })

  it('ignores a value that cannot be displayed', () => {
    const odd = { node_script: 'value < 0 ? 0 / 0 : value', min_value: -10, max_value: 100 }
    const rule = withScripts({ ...ruleOf(), scripts: undefined, ofShown: true as const }, 1, () => odd)
    const over = replay(rule, 600_000, 1)
    for (const [minute, value] of [20, -5, 20, 5].entries()) over.take({ at: at(minute + 1), value })
    expect(over.end(at(5))).toEqual([{ from: at(1), to: at(4) }])
  })

  it('computes mean and rate of displayed values', () => {
    const signals = (calc: string, script: string) => {
      const rule = withScripts(ruleOf({ conditions: JSON.stringify({ calc, minutes: 2 }) }), 1, () => ({
        node_script: script,
        min_value: 0,
        max_value: 1000,
      }))
      const made = newSignals(1, rule)
      for (const [half, value] of [100, 200, 200, 400, 400].entries()) made.take(1, value, at(1 + half / 2))
      return made.values(at(3), 600_000)[0]
    }
    expect(signals('mean', 'value * 0.1 - 5')).toBeCloseTo(25)
    expect(signals('rate', 'value * 0.1 - 5')).toBeCloseTo(30)
    expect(signals('rate', 'value * value / 100')).toBeCloseTo(1500)
  })
})

it('toDisplayedValue converts stored values and changes of them to the displayed unit', () => {
  expect(toDisplayedValue('value * 0.1 - 40', 500)).toBeCloseTo(10)
  expect(toDisplayedValue('value * 0.1 - 40', 500, 'rate')).toBeCloseTo(50)
  expect(toDisplayedValue("'words'", 5)).toBeNull()
})

describe('rescaled (conversion of a rule to displayed values)', () => {
  const nodeOf = (scripts: Record<number, string>) => (id: number) => ({ node_script: scripts[id] ?? null, ...range })
  const rule = { com_oper: 0, params_x: '12', params_y: '', limit_scale: 0, hysteresis: '5', hold_time: 10 }

  it('converts limits, levels, night limits, conditions and hysteresis', () => {
    const conditions = JSON.stringify({
      calc: 'mean',
      minutes: 60,
      rows: [
        { node: 2, calc: 'rate', minutes: 10, com_oper: 0, params_x: 30 },
        { node: 3, calc: 'value', com_oper: 4, params_x: 7 },
      ],
    })
    const limits = JSON.stringify({
      '4': 12,
      '2': 20,
      night: { from: '22:00', to: '06:00', '4': 10, '2': 15 },
      tell: { '2': [3] },
    })
    const made = rescaled({ ...rule, limits, conditions }, 1, nodeOf({ 1: 'value * 0.1 - 40', 2: 'value * 2 + 1' }))
    expect(made).toMatchObject({ limit_scale: 1, com_oper: 0, params_x: -38.8, params_y: '', hysteresis: 0.5 })
    expect(JSON.parse(String(made?.['limits']))).toEqual({
      '4': -38.8,
      '2': -38,
      night: { from: '22:00', to: '06:00', '4': -39, '2': -38.5 },
      tell: { '2': [3] },
    })
    expect((JSON.parse(String(made?.['conditions'])) as { rows: object[] }).rows).toMatchObject([
      { node: 2, calc: 'rate', params_x: 60 },
      { node: 3, calc: 'value', com_oper: 4, params_x: 7 },
    ])
  })

  it('reverses the comparison if the script is decreasing', () => {
    expect(rescaled(rule, 1, nodeOf({ 1: '100 - value' }))).toMatchObject({ com_oper: 4, params_x: 88, hysteresis: 5 })
    expect(rescaled({ ...rule, com_oper: 7, params_y: '30' }, 1, nodeOf({ 1: '100 - value' }))).toMatchObject({
      com_oper: 7,
      params_x: 70,
      params_y: 88,
    })
  })

  it('returns null if the script is not linear', () => {
    expect(rescaled(rule, 1, nodeOf({ 1: 'value * value' }))).toBeNull()
  })

  it('keeps the times at which the rule fires', () => {
    for (const script of ['value * 0.1 - 40', '50 - value * 2'])
      for (const com_oper of [0, 1, 3, 4, 6, 7]) {
        const before = { ...rule, com_oper, params_x: 12, params_y: 30, hold_time: 0 }
        const after = { ...before, ...rescaled(before, 1, nodeOf({ 1: script })) }
        const fires = (fields: Record<string, unknown>) => {
          const made = ruleFrom(fields)
          const own = made && withScripts(made, 1, nodeOf({ 1: script }))
          if (!own) return null
          const over = replay(own, 600_000, 1)
          for (const [i, value] of [5, 14, 31, 20, 11, 9, 40, 29, 13, 4].entries())
            over.take({ at: (i + 1) * 1000, value })
          return over.end(20_000)
        }
        expect(fires(after)).toEqual(fires(before))
      }
  })
})
