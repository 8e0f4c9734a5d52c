import { describe, expect, it } from 'vitest'
import { addDays, DAY, dateOf, HOUR, weekdayOf, Zone } from '../../resources/kit/zone.ts'

describe('Zone', () => {
  it.each(['Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
    'shows the same time as Intl.DateTimeFormat throughout a year in %s',
    (name) => {
      const zone = new Zone(name)
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
      // Steps that do not divide an hour: every minute of the hour occurs, and so do moments shortly before and after
      // clock changes.
      for (let at = Date.UTC(2025, 11, 31, 20); at < Date.UTC(2027, 0, 1); at += 3.7 * HOUR + 61_000)
        expect(zone.full(at).slice(0, 19)).toBe(format.format(at))
    },
  )

  it('switches exactly when the clocks change, with a day of 23 h', () => {
    const zone = new Zone('Europe/Berlin')
    const change = Date.UTC(2026, 2, 29, 1)
    expect([zone.clock(change - 1), zone.clock(change)]).toEqual(['01:59:59', '03:00:00'])
    expect(zone.rangeOf('2026-03-29').to - zone.rangeOf('2026-03-29').from + 1).toBe(23 * HOUR)
  })

  it('keeps the milliseconds of a timestamp before 1970', () => {
    const zone = new Zone('Asia/Shanghai')
    expect(zone.full(-1)).toBe('1970-01-01 07:59:59')
    expect(zone.fields(-1).getMilliseconds()).toBe(999)
  })

  it.each([
    ['2026-03-01', '2026-03-01T00:00:00+08:00'],
    ['2026/3/1 8:05', '2026-03-01T08:05:00+08:00'],
    ['2026年3月1日 08:05:09', '2026-03-01T08:05:09+08:00'],
    ['2026-03-01T08:05', '2026-03-01T08:05:00+08:00'],
    ['2026-03-01T08:05:00Z', '2026-03-01T08:05:00Z'],
    ['2026-03-01 08:05 +0530', '2026-03-01T08:05:00+05:30'],
    ['2026-03-01 08:05:09.25', '2026-03-01T08:05:09.250+08:00'],
    ['2026-03-01T08:05:09.250999-03:30', '2026-03-01T08:05:09.250-03:30'],
    ['2026/3/1 8:05z', '2026-03-01T08:05:00Z'],
  ])('reads %s, in the zone unless it has an offset', (text, moment) => {
    expect(new Zone('Asia/Shanghai').read(text)).toBe(Date.parse(moment))
  })

  // Texts that a browser would read in its own way, or roll over, are refused too.
  it.each([
    '',
    '2026-02-30',
    '2026-03-01 24:00',
    '3/1/2026',
    'yesterday',
    '2026-03-01 8h',
    '03-01-2026',
    '01-03-2026 +0800',
    'x-0800',
    '2026-02-30T08:00:00Z',
    '2026-03-01T08:60Z',
    '2026-03-01T08:00+99:00',
    '2026-03-01 +08:00',
  ])('returns null for "%s"', (text) => {
    expect(new Zone('Asia/Shanghai').read(text)).toBeNull()
  })

  it('adds the offset to ambiguous times and reads it back', () => {
    const zone = new Zone('America/New_York')
    const first = Date.parse('2026-11-01T01:30:00-04:00')
    expect([0, HOUR].map((later) => zone.full(first + later))).toEqual([
      '2026-11-01 01:30:00 -04:00',
      '2026-11-01 01:30:00 -05:00',
    ])
    for (const at of [first, first + HOUR, Date.parse('2026-07-01T00:00:00Z')])
      expect(zone.read(zone.full(at))).toBe(at)
    expect(zone.head('Time', first)).toBe('Time (America/New_York)')
    expect(new Zone('Asia/Kolkata').full(first)).toBe('2026-11-01 11:00:00')
    expect(new Zone('Asia/Shanghai').head('Time', first)).toBe('Time')
    const later = Date.parse('2026-11-20T00:00:00-05:00')
    expect([-1, 0, 1, 2].map((hours) => zone.short(first + hours * HOUR, later))).toEqual([
      '11-01 00:30:00',
      '11-01 01:30:00 -04:00',
      '11-01 01:30:00 -05:00',
      '11-01 02:30:00',
    ])
    expect(zone.short(first + HOUR, first)).toBe('01:30:00 -05:00')
    expect(zone.short(Date.parse('2026-03-08T03:30:00-04:00'), later)).toBe('03-08 03:30:00')
    // A month of summer time is a change too; and China once had summer time.
    expect(new Zone('Africa/Casablanca').full(first)).toMatch(/ \+01:00$/)
    expect(new Zone('Asia/Shanghai').full(Date.UTC(1988, 0, 1))).toMatch(/ \+08:00$/)
  })

  it('counts the hours of a day with a clock change', () => {
    const hours = (name: string) => ['2026-03-08', '2026-11-01', '2026-07-01'].map((day) => new Zone(name).hoursIn(day))
    expect(hours('America/New_York')).toEqual([23, 25, 24])
    expect(hours('Asia/Kolkata')).toEqual([24, 24, 24])
  })

  it('throws a RangeError for an invalid timestamp', () => {
    expect(() => new Zone('UTC').full(NaN)).toThrow(RangeError)
  })
})

describe('calendar day', () => {
  it('has weekday 1 (Monday) to 7, throughout a year', () => {
    expect(['2026-11-23', '2026-11-29', '2024-02-29', '1969-12-31'].map(weekdayOf)).toEqual([1, 7, 4, 3])
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1))
      expect(weekdayOf(day)).toBe(((Math.floor(dateOf(day).getTime() / DAY) + 3) % 7) + 1)
  })
})
