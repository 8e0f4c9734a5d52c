import { describe, expect, it } from 'vitest'
import { isOperator, operators, type Operator } from '../../server/alarms/operators.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { elapse, isDue, newWatch, observe, STATE } from '../../server/alarms/watch.ts'
import { ruleText } from '../../server/alarms/words.ts'

const rule = (given: Partial<Rule> = {}): Rule => ({
  id: 1, name: 'r', project_id: 1, devices: [1], nodemap_id: 1, operator: 0, x: 10, y: 20, hold: 0, interval: 0, level: 3, message: 'm', back: null, phones: [], emails: [], wechats: [], ganged: null, ...given,
})

describe('the eight operators, at and around their limits 10 and 20', () => {
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
  it.each(Object.entries(expected))('operator %s', (operator, broken) => {
    expect(probes.filter((value) => operators[Number(operator) as Operator].broken(value, 10, 20))).toEqual(broken)
  })

  it('take limits in either order', () => {
    expect(operators[6].broken(15, 20, 10)).toBe(true)
    expect(operators[7].broken(15, 20, 10)).toBe(false)
  })

  it('know nothing else', () => {
    for (const other of [-1, 8, null, 'x', 0.5, 'toString']) expect(isOperator(other)).toBe(false)
  })

  it('are written as people write them', () => {
    expect(ruleText(rule({ operator: 6, x: 0.1 + 0.2 }), 'PM2.5', 'µg/m³')).toBe('0.3 µg/m³ < PM2.5 < 20 µg/m³')
    expect(ruleText(rule({ operator: 7 }), 'pH', '')).toBe('pH < 10 | pH > 20')
  })
})

describe('a watch', () => {
  it('fires at once without a hold time, once, and recovers with the first normal value', () => {
    const watch = newWatch(rule(), 1)
    expect([5, 11, 12, 10, 9].map((value, i) => observe(watch, value, i, 1000))).toEqual([null, 'fire', null, 'recover', null])
  })

  it('waits for the hold time by sample time, to the millisecond', () => {
    const watch = newWatch(rule({ hold: 10_000 }), 1)
    expect(observe(watch, 11, 1000, 1000)).toBe('pending')
    expect(observe(watch, 11, 10_999, 1000)).toBeNull()
    expect(observe(watch, 11, 11_000, 1000)).toBe('fire')
  })

  it('begins to wait anew after a normal value', () => {
    const watch = newWatch(rule({ hold: 10_000 }), 1)
    observe(watch, 11, 1000, 1000)
    expect(observe(watch, 9, 9000, 9000)).toBe('calm')
    expect(observe(watch, 11, 12_000, 12_000)).toBe('pending')
    expect(elapse(watch, 21_999)).toBeNull()
    expect(elapse(watch, 22_000)).toBe('fire')
  })

  it('fires by the clock alone when no further sample comes, however old the sample was', () => {
    const watch = newWatch(rule({ hold: 10_000 }), 1)
    observe(watch, 11, 1000, 3_600_000)
    expect(elapse(watch, 3_609_999)).toBeNull()
    expect(elapse(watch, 3_610_000)).toBe('fire')
    expect(elapse(watch, 3_620_000)).toBeNull()
  })

  it('is not moved by samples that come late', () => {
    const watch = newWatch(rule(), 1)
    observe(watch, 11, 5000, 5000)
    expect(observe(watch, 5, 4999, 6000)).toBeNull()
    expect(watch.state).toBe(STATE.alarm)
    expect(watch.value).toBe(11)
  })

  it('is due again after its interval, and never with an interval of 0', () => {
    const once = newWatch(rule(), 1)
    const again = newWatch(rule({ interval: 60_000 }), 1)
    for (const watch of [once, again]) observe(watch, 11, 0, 1000)
    expect([isDue(once, 1e12), isDue(again, 60_999), isDue(again, 61_000)]).toEqual([false, false, true])
    observe(again, 1, 1, 2000)
    expect(isDue(again, 1e12)).toBe(false)
  })
})
