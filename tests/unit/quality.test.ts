import { describe, expect, it } from 'vitest'
import { TEST } from '../../server/quality/checks.ts'
import { flatLine, grossRange, rateOfChange, spike, worstFlag } from '../../server/quality/qartod.ts'
import { summed, type Rates } from '../../server/quality/rates.ts'
import { markFor } from '../../server/quality/stationMarks.ts'

const secondsApart = (count: number, step = 60): number[] =>
  Array.from({ length: count }, (_, at) => 1_795_264_170_000 + at * step * 1000)

it.each([
  ['N', 1, TEST.manual],
  ['N', 2, 0],
  ['T', 3, TEST.gross_range],
  ['D', 4, TEST.spike | TEST.manual],
  ['M', 4, TEST.maintenance | TEST.spike],
  ['N', 1, TEST.maintenance | TEST.manual],
])('markFor returns the HJ 212 mark %s for flag %i and tests %i', (mark, flag, tests) =>
  expect(markFor({ flag, tests })).toBe(mark),
)

describe('grossRange', () => {
  it('fails outside of the fail span and suspects outside of the suspect span, both inclusive', () =>
    expect(grossRange([-1, 0, 1, 2, 8, 9, 10, 11, null, Number.NaN], { fail: [0, 10], suspect: [2, 8] })).toEqual([
      4, 3, 3, 1, 1, 3, 3, 4, 9, 9,
    ]))
  it('works without a suspect span', () => expect(grossRange([-0.1, 0, 5], { fail: [0, 10] })).toEqual([4, 1, 1]))
})

describe('spike', () => {
  it('flags by the distance from the mean of both neighbours', () => {
    expect(spike([1, 1, 5, 1, 1], { suspect: 3, fail: 4 })).toEqual([2, 1, 3, 1, 2])
    expect(spike([1, 1, 5.1, 1, 1], { suspect: 3, fail: 4 })).toEqual([2, 1, 4, 1, 2])
    expect(spike([1, 1, 4, 1, 1], { suspect: 3 })).toEqual([2, 1, 1, 1, 2])
  })
  it('flags by the smaller step at a turning point with the differential method', () => {
    expect(spike([1, 1, 6, 4, 4], { suspect: 1.5, fail: 10, method: 'differential' })).toEqual([2, 1, 3, 1, 2])
    expect(spike([1, 2, 9, 20], { suspect: 1, fail: 2, method: 'differential' })).toEqual([2, 1, 1, 2])
  })
  it('does not judge ends and neighbours of a gap, and ignores a threshold of 0', () => {
    expect(spike([1, null, 9, 1, 1], { suspect: 1, fail: 2 })).toEqual([2, 9, 2, 4, 2])
    expect(spike([1, 50, 1], { suspect: 0, fail: 0 })).toEqual([2, 1, 2])
    expect(spike([], { suspect: 1 })).toEqual([])
  })
})

describe('rateOfChange', () => {
  it('flags a rate in units per second above the threshold, not at it', () => {
    expect(rateOfChange([0, 60, 121, 400], secondsApart(4), { threshold: 1, fail: 4 })).toEqual([1, 1, 3, 4])
    expect(rateOfChange([0, -61], secondsApart(2), { threshold: 1 })).toEqual([1, 3])
  })
  it('compares no values across a gap', () =>
    expect(rateOfChange([0, null, 999, 999], secondsApart(4), { threshold: 1 })).toEqual([1, 9, 1, 1]))
  it('treats different values with the same timestamp as infinitely fast', () =>
    expect(rateOfChange([1, 2, 2], [5, 5, 5], { threshold: 1, fail: 2 })).toEqual([1, 4, 1]))
})

describe('flatLine', () => {
  const judge = (values: (number | null)[], tolerance?: number) =>
    flatLine(values, secondsApart(values.length), { suspect: 120, fail: 240, tolerance })
  it('counts values by the median sampling step', () =>
    expect(judge([1, 1, 1, 1, 1, 1, 2], 0.5)).toEqual([1, 1, 3, 3, 4, 4, 1]))
  it('requires a range below the tolerance', () => {
    expect(judge([1, 1.4, 1, 1.4, 1], 0.5)).toEqual([1, 1, 3, 3, 4])
    expect(judge([1, 1.5, 1, 1.5, 1], 0.5)).toEqual([1, 1, 1, 1, 1])
    expect(judge([1, 1, 1, 1, 1])).toEqual([1, 1, 1, 1, 1])
  })
  it('ignores missing values inside the window', () => expect(judge([1, null, 1, 1, 1], 0.5)).toEqual([1, 9, 3, 3, 4]))
  it('does not judge fewer than three values', () => {
    expect(judge([1, 1], 0.5)).toEqual([1, 1])
    expect(judge([], 0.5)).toEqual([])
  })
})

it('worstFlag returns the worst flag, 9 if one is missing and 2 without flags', () => {
  expect(worstFlag([1, 2, 3])).toBe(3)
  expect(worstFlag([3, 4])).toBe(4)
  expect(worstFlag([2, 1])).toBe(1)
  expect(worstFlag([9, 4])).toBe(9)
  expect(worstFlag([])).toBe(2)
})

describe('summed (quality rates of several nodes)', () => {
  const row = (expected: number | null, received: number, valid = received, tested: 0 | 1 = 1): Rates =>
    ({ month: '2026-11', expected, received, intime: received, valid, tested }) as Rates
  it('counts no more values of a node than expected of it', () => {
    expect(summed([row(100, 300, 150), row(100, 20), row(null, 999)])).toEqual([
      {
        deviceid: null,
        nodemapid: null,
        month: '2026-11',
        expected: 200,
        received: 120,
        intime: 120,
        valid: 120,
        untested: 0,
        transmission: 0.6,
        timeliness: 0.6,
        validity: 0.6,
      },
    ])
  })
  it('counts the expected values of nodes without tests as untested', () =>
    expect(summed([row(100, 100), row(50, 40, 40, 0), row(null, 9, 9, 0)])).toMatchObject([
      { expected: 150, valid: 140, untested: 50 },
    ]))
})
