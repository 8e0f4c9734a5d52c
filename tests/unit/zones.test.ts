import { describe, expect, it } from 'vitest'
import { Zone } from '../../resources/kit/zone.ts'

const HOUR = 3_600_000

describe('the clocks of a zone', () => {
  it.each(['Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
    'shows what the browser shows, through a year of %s',
    (name) => {
      const zone = new Zone(name)
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
      // Steps that are no part of an hour: every minute of the hour comes up, and moments short before and after the clocks change.
      for (let at = Date.UTC(2025, 11, 31, 20); at < Date.UTC(2027, 0, 1); at += 3.7 * HOUR + 61_000)
        expect(zone.full(at)).toBe(format.format(at))
    },
  )

  it('changes at the moment the clocks change, and not before', () => {
    const zone = new Zone('Europe/Berlin')
    const change = Date.UTC(2026, 2, 29, 1)
    expect([zone.clock(change - 1), zone.clock(change)]).toEqual(['01:59:59', '03:00:00'])
    expect(zone.rangeOf('2026-03-29').to - zone.rangeOf('2026-03-29').from + 1).toBe(23 * HOUR)
  })

  it('keeps the milliseconds of a moment before 1970', () => {
    const zone = new Zone('Asia/Shanghai')
    expect(zone.full(-1)).toBe('1970-01-01 07:59:59')
    expect(zone.fields(-1).getMilliseconds()).toBe(999)
  })

  it('refuses what is no moment', () => {
    expect(() => new Zone('UTC').full(NaN)).toThrow(RangeError)
  })
})
