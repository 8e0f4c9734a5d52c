import { describe, expect, it } from 'vitest'
import { neededDays, sumDays, type AlikeDays } from '../../standards/daySums.ts'

const WEEK = { first: '2026-03-02', last: '2026-03-08' }
const alike = (days: number, level: number | null, more: Partial<AlikeDays> = {}): AlikeDays => ({
  days,
  level,
  index: 0,
  indexed: 0,
  primary: [],
  missing: [],
  coverage: days,
  ...more,
})

describe('sumDays and neededDays', () => {
  it('sumDays returns the same for single and grouped days', () => {
    const one = alike(1, 3, { index: 101, indexed: 1, primary: ['pm25', 'o3'], missing: ['co'], coverage: 0.75 })
    const best = alike(1, 1, { index: 40, indexed: 1 })
    const together = alike(3, 3, { index: 303, indexed: 3, primary: ['pm25', 'o3'], missing: ['co'], coverage: 2.25 })
    const sums = sumDays([together, best], 'air', WEEK)
    expect(sums).toEqual(sumDays([one, best, one, one], 'air', WEEK))
    expect(sums).toEqual({
      judged: 4,
      needed: 6,
      index: 85.8,
      wanted: 25,
      classes: [1, 0, 3, 0, 0, 0],
      primary: [
        { key: 'o3', days: 3 },
        { key: 'pm25', days: 3 },
      ],
      missing: [{ key: 'co', days: 3 }],
      coverage: 0.4643,
    })
  })

  it('sumDays counts days without a class for coverage only, and returns null for no days', () => {
    const none = { judged: 0, index: null, wanted: null, primary: [], missing: [] }
    expect(sumDays([], 'air', WEEK)).toMatchObject({ ...none, coverage: 0 })
    const few = alike(2, null, { coverage: 0.7, missing: ['co'] })
    expect(sumDays([few], 'air', WEEK)).toMatchObject({ ...none, coverage: 0.1 })
  })

  it('sumDays returns the share of days within sound limits or up to water class III', () => {
    expect(sumDays([alike(1, 1), alike(2, 2), alike(1, 3)], 'noise', WEEK)).toMatchObject({
      wanted: 25,
      classes: [1, 2, 1],
      index: null,
    })
    expect(sumDays([alike(3, 3), alike(1, 4), alike(1, 9)], 'water', WEEK)).toMatchObject({
      wanted: 60,
      classes: [0, 0, 3, 1, 0, 1],
    })
  })

  it.each([
    ['2026-03-01', '2026-03-31', 27],
    ['2026-02-01', '2026-02-28', 25],
    ['2024-02-01', '2024-02-29', 25],
    ['2024-02-01', '2024-02-28', 25],
    ['2025-01-01', '2025-12-31', 324],
    ['2025-02-01', '2025-03-31', 53],
    ['2026-03-02', '2026-03-08', 6],
    ['2026-03-01', '2026-03-10', 9],
    ['2026-03-01', '2026-03-01', 1],
  ])('neededDays from %s to %s is %i', (first, last, needed) => expect(neededDays({ first, last })).toBe(needed))
})
