import { expect, it } from 'vitest'
import { asStored, shownLineOf, shownValue, shownZero } from '../../src/quality/shownLine.ts'

it('shownLineOf is the identity without a script and null for a non-linear script', () => {
  expect(shownLineOf(null)).toEqual({ factor: 1, offset: 0 })
  expect(shownLineOf(' ')).toEqual({ factor: 1, offset: 0 })
  expect(shownLineOf('value * 0.1 - 40')).toEqual({ factor: 0.1, offset: -40 })
  expect(shownLineOf('value * value')).toBeNull()
  expect(shownLineOf("value > 0 ? 'on' : 'off'")).toBeNull()
})

it.each([
  ['value * 0.1', 3, 0.5],
  ['value * 0.1 - 40', 3, 0.5],
  ['50 - value', -2, 1.2],
  ['', 3, 2],
])('asStored converts zero and factor of values displayed by %s to stored values', (script, zero, factor) => {
  const line = shownLineOf(script)
  const shown = (stored: number) => shownValue(stored, line)
  const kept = asStored({ zero, factor }, line)
  const read = (raw: number) => (raw - (kept.zero ?? 0)) * (kept.factor ?? 1)
  for (const raw of [0, 119, -7]) expect(shown(read(raw))).toBeCloseTo((shown(raw) - zero) * factor, 9)
  expect(shownZero(kept.zero ?? 0, factor, line)).toBeCloseTo(zero, 9)
  expect(shown(asStored({ value: 12 }, line).value ?? 0)).toBeCloseTo(12, 9)
})

it('asStored with factor 0 stores the value that is displayed as 0', () => {
  const line = shownLineOf('value * 0.1 - 40')
  expect(asStored({ zero: 5, factor: 0 }, line)).toEqual({ value: 400 })
  expect(asStored({ zero: 5, factor: 0 }, shownLineOf(null))).toEqual({ zero: 5, factor: 0 })
})

it('asStored, shownValue and shownZero keep values unchanged without a line', () => {
  expect(asStored({ value: 12 }, null)).toEqual({ value: 12 })
  expect(asStored({ zero: 1, factor: 2 }, null)).toEqual({ zero: 1, factor: 2 })
  expect([shownValue(12, null), shownZero(1, 2, null)]).toEqual([12, 1])
})
