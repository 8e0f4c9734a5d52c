import { RRule } from 'rrule'
import { describe, expect, it, vi } from 'vitest'
import { daysOf } from '../../resources/kit/maintenance/days.ts'
import { occurrencesOf, readRepeat, stateAt, timesProblem, type WindowTimes } from '../../resources/kit/maintenance.ts'
import { zoneOf } from '../../resources/kit/zone.ts'

const berlin = zoneOf('Europe/Berlin')
const shanghai = zoneOf('Asia/Shanghai')
const DAY = 86_400_000

/** A moment by a zone's clocks: '2026-03-28 22:00'. */
const at = (text: string, zone = berlin): number => zone.moment(text.slice(0, 10), text.slice(11))
const times = (starts: string, ends: string, rrule: string | null, zone = berlin): WindowTimes => ({
  starts: at(starts, zone),
  ends: at(ends, zone),
  rrule,
})
const known = (window: WindowTimes, zone = berlin) => {
  const occurrences = occurrencesOf(window, zone)
  if (!occurrences) throw new Error('no occurrences')
  return occurrences
}
/** The first occurrences, as the zone's clocks show them. */
const first = (window: WindowTimes, count: number, zone = berlin): string[] => {
  const occurrences = known(window, zone)
  const found: string[] = []
  for (let span = occurrences.next(window.starts - 1); span && found.length < count; span = occurrences.next(span.from))
    found.push(`${zone.full(span.from).slice(0, 16)} ${zone.full(span.to).slice(5, 16)}`)
  return found
}

describe('maintenance windows', () => {
  it.each([
    ['once', '2026-03-28 22:00', '2026-03-29 06:00', null, ['2026-03-28 22:00 03-29 06:00']],
    [
      'daily at the same local time across a skipped hour',
      '2026-03-27 22:00',
      '2026-03-28 06:00',
      'FREQ=DAILY',
      ['2026-03-27 22:00 03-28 06:00', '2026-03-28 22:00 03-29 06:00', '2026-03-29 22:00 03-30 06:00'],
    ],
    [
      'daily at a local time skipped once: with the offset before the gap',
      '2026-03-28 02:30',
      '2026-03-28 03:00',
      'FREQ=DAILY;COUNT=3',
      ['2026-03-28 02:30 03-28 03:00', '2026-03-29 03:30 03-29 04:00', '2026-03-30 02:30 03-30 03:00'],
    ],
    [
      'until a UTC time (inclusive) equal to the first of two 02:30',
      '2026-10-24 02:30',
      '2026-10-24 03:30',
      'FREQ=DAILY;UNTIL=20261025T003000Z',
      ['2026-10-24 02:30 10-24 03:30', '2026-10-25 02:30 10-25 03:30'],
    ],
    [
      'until one second before the first of two 02:30',
      '2026-10-24 02:30',
      '2026-10-24 03:30',
      'FREQ=DAILY;UNTIL=20261025T002959Z',
      ['2026-10-24 02:30 10-24 03:30'],
    ],
    [
      'until a local time (inclusive)',
      '2026-05-01 08:00',
      '2026-05-01 09:00',
      'FREQ=DAILY;UNTIL=20260502T080000',
      ['2026-05-01 08:00 05-01 09:00', '2026-05-02 08:00 05-02 09:00'],
    ],
    [
      'until a day (inclusive)',
      '2026-05-01 23:00',
      '2026-05-01 23:30',
      'FREQ=DAILY;UNTIL=20260502',
      ['2026-05-01 23:00 05-01 23:30', '2026-05-02 23:00 05-02 23:30'],
    ],
    [
      'monthly on the 31st, skipping shorter months',
      '2026-01-31 08:00',
      '2026-01-31 12:00',
      'FREQ=MONTHLY',
      ['2026-01-31 08:00 01-31 12:00', '2026-03-31 08:00 03-31 12:00', '2026-05-31 08:00 05-31 12:00'],
    ],
    [
      'the last day of each month',
      '2026-01-31 08:00',
      '2026-01-31 12:00',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      ['2026-01-31 08:00 01-31 12:00', '2026-02-28 08:00 02-28 12:00', '2026-03-31 08:00 03-31 12:00'],
    ],
    [
      'the last Friday of each month, ending in the next month',
      '2026-01-30 22:00',
      '2026-02-01 02:00',
      'FREQ=MONTHLY;BYDAY=-1FR',
      ['2026-01-30 22:00 02-01 02:00', '2026-02-27 22:00 03-01 02:00'],
    ],
    [
      'weekly on given days, from the first one after the start',
      '2026-11-24 08:00',
      '2026-11-24 12:00',
      'FREQ=WEEKLY;BYDAY=MO,WE',
      ['2026-11-25 08:00 11-25 12:00', '2026-11-30 08:00 11-30 12:00', '2026-12-02 08:00 12-02 12:00'],
    ],
    [
      'every second week, with weeks that begin on Sunday',
      '2026-11-24 08:00',
      '2026-11-24 12:00',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      ['2026-11-24 08:00 11-24 12:00', '2026-12-06 08:00 12-06 12:00', '2026-12-08 08:00 12-08 12:00'],
    ],
    [
      '29 February',
      '2024-02-29 08:00',
      '2024-02-29 12:00',
      'FREQ=YEARLY',
      ['2024-02-29 08:00 02-29 12:00', '2028-02-29 08:00 02-29 12:00'],
    ],
    [
      'the first working day',
      '2026-08-03 08:00',
      '2026-08-03 12:00',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
      ['2026-08-03 08:00 08-03 12:00', '2026-09-01 08:00 09-01 12:00'],
    ],
  ])('has the expected occurrences: %s', (_name, starts, ends, rrule, expected) => {
    const window = times(starts, ends, rrule)
    const count = expected.length === 1 || rrule?.includes('UNTIL') || rrule?.includes('COUNT') ? 9 : expected.length
    expect(first(window, count)).toEqual(expected)
  })

  it('lasts an hour less or more when the clocks change during it', () => {
    const occurrences = known(times('2026-03-01 22:00', '2026-03-02 06:00', 'FREQ=DAILY'))
    const hours = (day: string): number => {
      const span = occurrences.at(at(`${day} 23:00`))
      return span ? (span.to - span.from) / 3_600_000 : Number.NaN
    }
    expect([hours('2026-03-27'), hours('2026-03-28'), hours('2026-10-24')]).toEqual([8, 7, 9])
  })

  it('runs from its start (inclusive) to its end (exclusive) and finds previous and overlapping occurrences', () => {
    const window = times('2026-05-01 08:00', '2026-05-01 09:00', 'FREQ=DAILY;COUNT=2', shanghai)
    const occurrences = known(window, shanghai)
    const say = (text: string, more = 0) => stateAt(occurrences, at(text, shanghai) + more).state
    expect(say('2026-05-01 08:00', -1)).toBe('planned')
    expect(say('2026-05-01 08:00')).toBe('running')
    expect(say('2026-05-01 09:00', -1)).toBe('running')
    expect(say('2026-05-01 09:00')).toBe('planned')
    expect(say('2026-05-02 09:00')).toBe('over')
    const second = at('2026-05-02 08:00', shanghai)
    expect(occurrences.previous(second + DAY)).toEqual({ from: second, to: second + 3_600_000 })
    expect(occurrences.previous(second + 1)).toEqual({ from: window.starts, to: window.ends })
    expect(occurrences.previous(window.starts)).toBeNull()
    expect(occurrences.within(window.ends - 1, second, 9)).toHaveLength(2)
    expect(occurrences.within(window.ends, second - 1, 9)).toEqual([])
  })

  it('finds the last of 10000 occurrences of a yearly rule', () => {
    const rrule = 'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=10000'
    for (let day = 1; day <= 5; day++) {
      const window = times(`2026-01-0${day} 08:00`, `2026-01-0${day} 09:00`, rrule, shanghai)
      const last = known(window, shanghai).previous(window.starts + 20_000 * DAY)
      expect(last?.from).toBe(window.starts + 9999 * DAY)
    }
  })

  it.each([
    ['2026-01-01 08:00', '2026-01-01 08:00', null, { ends: { key: 'error.maintenance.order' } }],
    ['2026-01-01 08:00', '2026-01-01 07:00', 'FREQ=DAILY', { ends: { key: 'error.maintenance.order' } }],
    ['2026-01-01 08:00', '2026-01-02 08:01', 'FREQ=DAILY', { ends: { key: 'error.maintenance.long' } }],
    ['2026-01-01 08:00', '2026-01-02 08:00', 'FREQ=DAILY', null],
    ['2026-01-01 08:00', '2026-01-03 08:00', 'FREQ=WEEKLY;BYDAY=MO,TU', { ends: { key: 'error.maintenance.long' } }],
    // From 31 July to 2 September: only the fourth occurrence is too long.
    ['2026-01-31 08:00', '2026-03-05 08:00', 'FREQ=MONTHLY', { ends: { key: 'error.maintenance.long' } }],
    ['2026-01-31 08:00', '2026-02-28 08:00', 'FREQ=MONTHLY', null],
    [
      '2026-01-01 08:00',
      '2026-01-01 09:00',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      { rrule: { key: 'error.maintenance.never' } },
    ],
    [
      '2026-01-06 08:00',
      '2026-01-06 09:00',
      'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
      { rrule: { key: 'error.maintenance.never' } },
    ],
    [
      '2026-01-01 08:00',
      '2026-01-01 09:00',
      'FREQ=DAILY;UNTIL=20251231',
      { rrule: { key: 'error.maintenance.never' } },
    ],
    ['2026-01-01 08:00', '2026-01-01 09:00', 'FREQ=SECONDLY', { rrule: { key: 'error.rule.rrule' } }],
    ['1970-01-01 08:00', '2026-01-01 09:00', null, { starts: { key: 'error.rule.time' } }],
  ])('validates %s to %s with the rule %s', (starts, ends, rrule, problem) => {
    expect(timesProblem(times(starts, ends, rrule), berlin)).toEqual(problem)
  })

  it.each([
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=8',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYYEARDAY=1',
    'FREQ=DAILY;BYMONTH=-1',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=DAILY;UNTIL=20260101T250000Z',
    'FREQ=DAILY;INTERVAL=99999',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;',
    'FREQ=DAILY;X-A=1',
    'COUNT=3',
    '',
  ])('rejects the rule %j', (text) => expect(readRepeat(text)).toBeNull())
})

describe('daysOf', () => {
  it('computes no more days than requested', () => {
    const repeat = readRepeat('FREQ=DAILY;BYMONTHDAY=29;COUNT=10000')
    if (!repeat) throw new Error('it is a rule')
    const start = Date.UTC(2026, 0, 1) / DAY
    const looks = vi.spyOn(Date, 'UTC')
    const days = daysOf(repeat, start, Infinity)
    const found = [days.from(start), days.upTo(start + 40), days.from(start + 30)]
    const looked = looks.mock.calls.length
    looks.mockRestore()
    // February of that year has 28 days.
    expect(found).toEqual([start + 28, start + 28, start + 87])
    // Searching up to the last of the ten thousand would take a few hundred thousand looks.
    expect(looked).toBeLessThan(5000)
  })

  it('ends with the last day counted by COUNT, whichever day is requested first', () => {
    const repeat = readRepeat('FREQ=DAILY;INTERVAL=2;COUNT=3')
    if (!repeat) throw new Error('it is a rule')
    const asked = () => daysOf(repeat, 1000, Infinity)
    expect([asked().from(1004), asked().from(1005), asked().from(1003)]).toEqual([1004, null, 1004])
    expect([asked().upTo(9000), asked().upTo(1003), asked().upTo(999)]).toEqual([1004, 1002, null])
  })

  /** Repeatable pseudo-random numbers. */
  const seeded = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const random = seeded(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const maybe = (chance: number, part: () => string): string[] => (random() < chance ? [part()] : [])
  const several = (make: () => string | number): string =>
    [make(), make(), make()].slice(0, 1 + Math.floor(random() * 3)).join(',')
  const weekday = () => pick(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])

  /** A random rule of the grammar, whatever it means. */
  const rule = (): string => {
    const freq = pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    const nth = freq === 'MONTHLY' || freq === 'YEARLY'
    const parts = [
      ...maybe(0.4, () => `INTERVAL=${1 + Math.floor(random() * 3)}`),
      ...maybe(0.4, () => {
        // For BYDAY=WE,2MO the library accepts a day only if both WE and 2MO do.
        const counted = nth && random() < 0.5
        return `BYDAY=${several(() => (counted ? `${pick([1, 2, -1, -2, 4])}` : '') + weekday())}`
      }),
      ...(freq === 'WEEKLY' ? [] : maybe(0.3, () => `BYMONTHDAY=${several(() => pick([1, 5, 13, 28, 31, -1, -3]))}`)),
      ...maybe(0.25, () => `BYMONTH=${several(() => 1 + Math.floor(random() * 12))}`),
      ...(freq === 'YEARLY'
        ? maybe(0.2, () => `BYYEARDAY=${several(() => pick([1, 60, 100, 200, 365, -1, -100]))}`)
        : []),
      ...maybe(0.3, () => `WKST=${weekday()}`),
      ...maybe(0.3, () => `COUNT=${1 + Math.floor(random() * 20)}`),
    ]
    // In the first week the library counts only the days from the start on; in months and years it counts all days.
    const bysetpos =
      freq !== 'WEEKLY' && parts.some((part) => part.startsWith('BY'))
        ? maybe(0.2, () => `BYSETPOS=${pick([1, 2, -1])}`)
        : []
    return [`FREQ=${freq}`, ...parts, ...bysetpos].join(';')
  }

  it('finds the same days as the RFC 5545 library for random rules', () => {
    let compared = 0
    for (let round = 0; round < 300; round++) {
      const text = rule()
      const repeat = readRepeat(text)
      if (!repeat) throw new Error(`${text} is a rule`)
      const start = Math.floor(Date.UTC(2024, Math.floor(random() * 12), 1 + Math.floor(random() * 28)) / DAY)
      const days = daysOf(repeat, start, Infinity)
      const own: number[] = []
      for (let day = days.from(start); day !== null && own.length < 40; day = days.from(day + 1)) own.push(day)
      // For days that never come the library searches until the year 9999.
      if (own.length === 0) continue
      const options = { ...RRule.parseString(text), dtstart: new Date(start * DAY) }
      const theirs = new RRule(options).all((_date, index) => index < own.length).map((date) => date.getTime() / DAY)
      expect({ text, days: own }).toEqual({ text, days: theirs.slice(0, own.length) })
      const back: number[] = []
      for (let day = days.upTo(own.at(-1) ?? 0); day !== null; day = days.upTo(day - 1)) back.unshift(day)
      expect({ text, days: back }).toEqual({ text, days: own })
      compared++
    }
    expect(compared).toBeGreaterThan(200)
  })
})
