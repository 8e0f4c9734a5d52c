import { describe, expect, it } from 'vitest'
import type { PlaceDays } from '../../dataProvider/calls/placeDays.ts'
import { addDays } from '../../resources/kit/zone.ts'
import { lengthOf } from '../../standards/daySums.ts'
import { daysBefore, daysOf, readRankingParams, writeRankingParams } from '../../src/ranking/rankingParams.ts'
import { rankPlaces, summed } from '../../src/ranking/ranks.ts'

const MARCH = { first: '2026-03-01', last: '2026-03-31' }
const place = (id: number, levels: readonly (number | null)[], index = (level: number) => level * 50): PlaceDays => ({
  id,
  scheme: 'HJ',
  days: levels.map((level, at) => ({
    day: addDays(MARCH.first, at),
    index: level === null ? null : index(level),
    level,
    primary: level !== null && level > 1 ? ['pm25'] : [],
    missing: [],
    coverage: level === null ? 0.5 : 1,
    exceeded: null,
  })),
})
const ranksOf = (places: readonly PlaceDays[], medium: 'air' | 'noise' | 'water', span = MARCH) =>
  rankPlaces(
    places.map((one) => summed(one, medium, span)),
    medium,
  )
const all = (level: number): number[] => Array.from({ length: 31 }, () => level)

describe('ranking', () => {
  it('puts the best mean index first and gives equal values the same rank, followed by a gap', () => {
    const rows = ranksOf([place(1, all(2)), place(2, all(1)), place(3, all(1)), place(4, all(3))], 'air')
    expect(rows.map(({ id, rank, index }) => [id, rank, index])).toEqual([
      [2, 1, 50],
      [3, 1, 50],
      [1, 3, 100],
      [4, 4, 150],
    ])
    expect(rows[2]).toMatchObject({ wanted: 100, classes: [0, 31, 0, 0, 0, 0], primary: [{ key: 'pm25', days: 31 }] })
  })

  it('gives no rank if too few days are judged, and does not count missing days as zero', () => {
    const few = place(1, [...all(1).slice(0, 26), null, null])
    const [first, last, none] = ranksOf([few, place(3, []), place(2, all(4))], 'air')
    expect(first).toMatchObject({ id: 2, rank: 1 })
    expect(last).toMatchObject({ id: 1, rank: null, judged: 26, needed: 27, index: 50 })
    expect(last?.coverage).toBeCloseTo(27 / 31, 4)
    expect(none).toMatchObject({ id: 3, rank: null, judged: 0, index: null, wanted: null, coverage: 0 })
  })

  it('ranks by the share of good days if there is no index', () => {
    const sound = (id: number, above: number) => place(id, [...all(1).slice(above), ...all(2).slice(0, above)], () => 0)
    expect(ranksOf([sound(1, 3), sound(2, 1)], 'noise')).toMatchObject([
      { id: 2, rank: 1, wanted: 96.8, classes: [30, 1, 0] },
      { id: 1, rank: 2, wanted: 90.3 },
    ])
    expect(ranksOf([place(1, all(4)), place(2, all(3))], 'water').map(({ id, wanted }) => [id, wanted])).toEqual([
      [2, 100],
      [1, 0],
    ])
  })

  it('counts only days within its span', () => {
    const [row] = ranksOf([place(1, all(1))], 'air', { first: '2026-03-02', last: '2026-03-08' })
    expect(row).toMatchObject({ judged: 7, coverage: 1 })
  })

  it('counts days with noise more than 5 dB above the limit in a class of their own', () => {
    const loud = { ...place(1, all(2), () => 0) }
    const days = loud.days.map((one, at) => ({ ...one, exceeded: at < 2 ? 5.1 : 5 }))
    expect(ranksOf([{ ...loud, days }], 'noise')[0]).toMatchObject({ classes: [0, 29, 2], wanted: 0 })
  })
})

describe('days of a ranking', () => {
  const YESTERDAY = '2026-03-18'
  const of = (period: 'week' | 'month' | 'year' | 'range', day: string, until = YESTERDAY) =>
    daysOf({ period, day, until }, YESTERDAY)

  it('cover the period up to yesterday', () => {
    expect(of('month', '2026-03-18')).toEqual({ first: '2026-03-01', last: YESTERDAY })
    expect(of('week', '2026-03-10')).toEqual({ first: '2026-03-09', last: '2026-03-15' })
    expect(of('year', '2025-07-01')).toEqual({ first: '2025-01-01', last: '2025-12-31' })
  })

  it('are null for a future, reversed or too long range (more than 366 days)', () => {
    expect(of('month', '2026-04-01')).toBeNull()
    expect(of('range', '2026-03-10', '2026-03-09')).toBeNull()
    expect(of('range', '2026-03-10', '2026-03-19')).toBeNull()
    expect(of('range', '2025-01-01', '2026-01-02')).toBeNull()
    expect(lengthOf(of('range', '2025-01-01', '2026-01-01') ?? MARCH)).toBe(366)
  })

  it('have a preceding period to compare with', () => {
    const before = (period: 'week' | 'month' | 'year' | 'range', day: string, until = YESTERDAY) =>
      daysBefore({ period, day }, of(period, day, until) ?? MARCH)
    expect(before('week', '2026-03-10')).toEqual({ first: '2026-03-02', last: '2026-03-08' })
    expect(before('month', '2026-03-18')).toEqual({ first: '2026-02-01', last: '2026-02-28' })
    expect(before('year', '2025-07-01')).toEqual({ first: '2024-01-01', last: '2024-12-31' })
    expect(before('range', '2026-03-06', '2026-03-10')).toEqual({ first: '2026-03-01', last: '2026-03-05' })
  })

  it('round-trip through the URL, which ignores invalid values', () => {
    const text = 'by=station&medium=water&area=3&period=range&day=2026-03-01&until=2026-03-10&sort=wanted&order=desc'
    expect(writeRankingParams(readRankingParams(new URLSearchParams(text), YESTERDAY), YESTERDAY).toString()).toBe(text)
    const odd = new URLSearchParams('by=x&medium=y&area=-1&period=z&day=2026-02-30&scheme=q&sort=w')
    expect(writeRankingParams(readRankingParams(odd, YESTERDAY), YESTERDAY).toString()).toBe('')
  })
})
