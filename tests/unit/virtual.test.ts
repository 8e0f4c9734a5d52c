import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../resources/kit/expression.ts'
import { SHADOW_NAMES } from '../../resources/kit/rules.ts'
import { AI, AMEND, NODE, virtualValueOf, type Moment, type VirtualRule } from '../../server/virtual/value.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const rule = (more: Partial<VirtualRule> = {}): VirtualRule => ({
  deviceId: 1,
  nodeId: 2,
  nodeType: NODE.virtual,
  aiType: AI.generated,
  amend: new Set(),
  other: null,
  base: HOURS.map((hour) => 100 + hour),
  spread: HOURS.map(() => 0),
  ...more,
})
const moment = (more: Partial<Moment> = {}): Moment => ({
  ts: 1_790_000_000_000,
  hour: 7,
  range: { min: 0, max: 500 },
  isSwitch: false,
  own: null,
  other: null,
  script: null,
  ...more,
})
const value = (a: VirtualRule, b: Moment, seed = 's'): number | undefined => virtualValueOf(a, b, seed)?.value
const reported = (number: number) => ({ value: number, ts: 1_789_999_990_000 })

describe('virtualValueOf', () => {
  it('returns the base of the hour within the spread, reproducible by moment, node and seed', () => {
    expect(HOURS.map((hour) => value(rule(), moment({ hour })))).toEqual(HOURS.map((hour) => 100 + hour))
    const wide = rule({ spread: HOURS.map(() => 5) })
    const values = Array.from({ length: 500 }, (_, i) => value(wide, moment({ ts: i * 30_000 })) ?? 0)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(102)
    expect(Math.max(...values)).toBeLessThanOrEqual(112)
    expect(Math.min(...values)).toBeLessThan(102.5)
    expect(Math.max(...values)).toBeGreaterThan(111.5)
    expect(value(wide, moment())).toBe(value(wide, moment()))
    expect(value(wide, moment())).not.toBe(value(wide, moment(), 'another'))
    expect(value(wide, moment())).not.toBe(value(rule({ ...wide, nodeId: 3 }), moment()))
  })

  it('returns the last value of another device, amended as configured', () => {
    const other = (amend: number[] = []): VirtualRule =>
      rule({ aiType: AI.other, amend: new Set(amend), other: { deviceId: 5, nodeId: 6 } })
    expect(value(other(), moment({ other: reported(42) }))).toBe(42)
    expect(value(other(), moment())).toBeUndefined()
    expect(value(other([AMEND.missing]), moment())).toBe(107)
    expect(value(other([AMEND.missing]), moment({ other: reported(900) }))).toBe(900)
    expect(value(other([AMEND.outOfRange]), moment({ other: reported(900) }))).toBe(107)
    expect(value(other([AMEND.outOfRange]), moment({ other: reported(500) }))).toBe(500)
    expect(value(other([AMEND.always]), moment({ other: reported(42) }))).toBe(107)
    expect(virtualValueOf(other(), moment({ other: reported(42) }), 's')?.ts).toBe(1_790_000_000_000)
  })

  it('keeps, fills in or corrects the node’s own value', () => {
    const own = (...amend: number[]): VirtualRule => rule({ aiType: AI.own, amend: new Set(amend) })
    expect(virtualValueOf(own(1, 2), moment({ own: reported(42) }), 's')).toBeNull()
    expect(virtualValueOf(own(2), moment(), 's')).toBeNull()
    expect(virtualValueOf(own(1), moment(), 's')).toEqual({ value: 107, ts: 1_790_000_000_000 })
    expect(virtualValueOf(own(2), moment({ own: reported(-1) }), 's')).toEqual({ value: 107, ts: 1_789_999_990_000 })
    expect(virtualValueOf(own(3), moment({ own: reported(42) }), 's')).toEqual({ value: 107, ts: 1_789_999_990_000 })
  })

  it('returns no value for a real node that reports its own', () => {
    expect(value(rule({ nodeType: NODE.real }), moment({ own: reported(42) }))).toBeUndefined()
    expect(value(rule({ nodeType: NODE.real }), moment())).toBe(107)
    expect(value(rule(), moment({ own: reported(42) }))).toBe(107)
  })

  it('applies the script last and returns only a number that the node accepts', () => {
    const script = (text: string) => moment({ script: compileExpression(text, SHADOW_NAMES) })
    expect(value(rule(), script('value * 2 + hour'))).toBe(221)
    expect(value(rule(), script('base + random'))).toBe(107)
    expect(value(rule(), script('value / 0'))).toBeUndefined()
    expect(value(rule(), script("'warm'"))).toBeUndefined()
    expect(value(rule(), script('null'))).toBeUndefined()
    expect(value(rule({ base: HOURS.map(() => 0.4) }), moment({ isSwitch: true }))).toBe(0)
    expect(value(rule(), moment({ isSwitch: true }))).toBe(1)
    expect(value(rule({ base: HOURS.map(() => 1 / 3) }), moment())).toBe(0.3333)
  })
})
