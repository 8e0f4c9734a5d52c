import { describe, expect, it, vi } from 'vitest'
import {
  decimalsOf,
  lineValues,
  numberText,
  onScriptFailure,
  rangePart,
  readNode,
  shownRange,
} from '../../resources/kit/reading.ts'
import { aNode } from '../support/devices.ts'

const reading = (given: Parameters<typeof aNode>[0]) => readNode(aNode(given))

describe('numberText', () => {
  it.each([
    [0, '0.00'],
    [0.04, '0.04'],
    [0.994, '0.994'],
    [0.0155, '0.0155'],
    [0.99999, '1.0'],
    [1, '1.0'],
    [2.28, '2.28'],
    [86.44, '86.44'],
    [86.4327, '86.43'],
    [132.7, '132.7'],
    [115, '115.0'],
    [999.94, '999.94'],
    [999.996, '1,000'],
    [1.160000001, '1.16'],
    [1842, '1,842'],
    [1007.35, '1,007.35'],
    [1234567.8, '1,234,567.8'],
    [-5.25, '−5.25'],
    [-0.001, '−0.001'],
    [-0.00001, '0.00'],
    [-1842, '−1,842'],
    [1e9, '1.00e+9'],
    [-2.5e12, '−2.50e+12'],
  ])('formats %f as %s', (value, text) => expect(numberText(value)).toBe(text))

  it('uses the decimals of a node’s most precise value', () => {
    expect(decimalsOf([2.3, 2.1, 2])).toBe(1)
    expect(decimalsOf([2.25, 2.1])).toBe(2)
    expect([
      numberText(2.2791, 1),
      numberText(2.2791, 2),
      numberText(2.2, 2),
      numberText(0.0433, 1),
      numberText(1234.56, 0),
    ]).toEqual(['2.3', '2.28', '2.20', '0.04', '1,235'])
  })
})

describe('readNode', () => {
  it('returns the number, converted by the node script if there is one', () => {
    expect(reading({ id: 1, value: 350 })).toEqual({ kind: 'number', value: 350, text: '350.0' })
    expect(reading({ id: 1, value: 350, node_script: 'value * 0.1' })).toMatchObject({ value: 35, text: '35.0' })
    expect(reading({ id: 1, value: 1, node_script: "value > 0 ? '开' : '关'" })).toEqual({ kind: 'text', text: '开' })
  })
  it('returns a switch that is on unless its value is 0, and read-only for register type 2', () => {
    for (const registertype of [1, 17, 18])
      expect(reading({ id: 1, registertype, value: 1 })).toEqual({ kind: 'switch', on: true, readOnly: false })
    expect(reading({ id: 1, registertype: 2, value: 0 })).toEqual({ kind: 'switch', on: false, readOnly: true })
    for (const registertype of [3, 4, 19, 20]) expect(reading({ id: 1, registertype }).kind).toBe('number')
  })
  it('returns none without a value or if the script fails', () => {
    expect(reading({ id: 1, value: null })).toEqual({ kind: 'none', reason: 'noData' })
    for (const node_script of ['value.x.y', 'value / 0', 'constructor("x")()', 'value +', 'while(1){}'])
      expect(reading({ id: 1, value: 1, node_script })).toEqual({ kind: 'none', reason: 'badScript' })
  })
  it('reports a broken script once for all nodes that use it', () => {
    const warn = vi.fn()
    onScriptFailure(warn)
    for (let id = 1; id <= 50; id++) reading({ id, value: id, node_script: 'nonsense(value)' })
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('range and line of a node', () => {
  it('rangePart returns the position in the range from 0 to 1, or null without a range', () => {
    expect(rangePart(aNode({ id: 1, value: 25 }))).toBe(0.25)
    expect(rangePart(aNode({ id: 1, value: -4 }))).toBe(0)
    expect(rangePart(aNode({ id: 1, value: 400 }))).toBe(1)
    for (const none of [{ value: null }, { min_value: null }, { min_value: 5, max_value: 5 }])
      expect(rangePart(aNode({ id: 1, ...none }))).toBeNull()
  })
  it('shownRange converts the limits by the node script, or returns null without a numeric range', () => {
    expect(shownRange(aNode({ id: 1, node_script: 'value * 0.1' }))).toEqual([0, 10])
    expect(shownRange(aNode({ id: 1, node_script: '10 - value' }))).toEqual([10, -90])
    for (const none of [{ min_value: null }, { min_value: 5, max_value: 5 }, { node_script: "'on'" }])
      expect(shownRange(aNode({ id: 1, ...none }))).toBeNull()
  })
  it('lineValues converts values by the node script and returns none for text and switches', () => {
    expect(lineValues(aNode({ id: 1, node_script: '0 - value' }), [1, 2])).toEqual([-1, -2])
    expect(lineValues(aNode({ id: 1, node_script: "'on'" }), [1, 2])).toEqual([])
    expect(lineValues(aNode({ id: 1, registertype: 1 }), [1, 0])).toEqual([])
  })
})
