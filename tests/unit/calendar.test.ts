import { describe, expect, it } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { dayStart, hourOfDay, monthAt, monthRange } from '../../server/history/calendar.ts'

const at = (iso: string): number => Date.parse(iso)

describe('calendar days and months', () => {
  it('are computed in a zone without daylight saving', () => {
    expect(dayStart(at('2025-11-20T15:59:59.999Z'), 'Asia/Shanghai')).toBe(at('2025-11-19T16:00:00Z'))
    expect(dayStart(at('2025-11-20T16:00:00Z'), 'Asia/Shanghai')).toBe(at('2025-11-20T16:00:00Z'))
    expect(monthRange({ year: 2025, month: 12 }, 'Asia/Shanghai')).toEqual({
      start: at('2025-11-30T16:00:00Z'),
      end: at('2025-12-31T16:00:00Z'),
    })
    expect(hourOfDay(at('2025-11-20T16:00:00Z'), 'Asia/Shanghai')).toBe(0)
    expect(monthAt(at('2025-11-30T16:00:00Z'), 'Asia/Shanghai')).toEqual({ year: 2025, month: 12 })
    expect(monthAt(at('2025-11-30T15:59:59Z'), 'Asia/Shanghai')).toEqual({ year: 2025, month: 11 })
  })

  it('include the hour lost or gained at a daylight saving change', () => {
    const hours = (month: number, zone: string): number => {
      const { start, end } = monthRange({ year: 2025, month }, zone)
      return (end - start) / HOUR
    }
    expect(hours(3, 'Europe/Berlin')).toBe(31 * 24 - 1)
    expect(hours(10, 'Europe/Berlin')).toBe(31 * 24 + 1)
    expect(hours(7, 'Europe/Berlin')).toBe(31 * 24)
    // Lord Howe Island changes its clocks by half an hour.
    expect(hours(4, 'Australia/Lord_Howe')).toBe(30 * 24 + 0.5)
    expect(hours(10, 'Australia/Lord_Howe')).toBe(31 * 24 - 0.5)
    expect(dayStart(at('2025-03-30T12:00:00Z'), 'Europe/Berlin')).toBe(at('2025-03-29T23:00:00Z'))
    expect(dayStart(at('2025-03-31T12:00:00Z'), 'Europe/Berlin')).toBe(at('2025-03-30T22:00:00Z'))
    expect(hourOfDay(at('2025-04-06T00:00:00Z'), 'Australia/Lord_Howe')).toBe(10)
  })

  it('start a day without midnight at its first moment, and one with two midnights at the first', () => {
    // 2018-11-04: the clocks skip from 00:00 to 01:00 in São Paulo; 2018-02-18: 00:00 became 23:00 of the 17th.
    expect(dayStart(at('2018-11-04T12:00:00Z'), 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'))
    expect(dayStart(at('2018-11-04T02:59:59Z'), 'America/Sao_Paulo')).toBe(at('2018-11-03T03:00:00Z'))
    expect(dayStart(at('2018-02-18T12:00:00Z'), 'America/Sao_Paulo')).toBe(at('2018-02-18T03:00:00Z'))
    expect(dayStart(at('2018-02-18T02:30:00Z'), 'America/Sao_Paulo')).toBe(at('2018-02-17T02:00:00Z'))
    // Havana's clocks go from 01:00 back to 00:00: midnight comes twice.
    expect(dayStart(at('2025-11-02T12:00:00Z'), 'America/Havana')).toBe(at('2025-11-02T04:00:00Z'))
    // Samoa skipped the 30th of December 2011.
    expect(dayStart(at('2011-12-30T10:00:00Z'), 'Pacific/Apia')).toBe(at('2011-12-30T10:00:00Z'))
  })

  it('assign every moment of a year to exactly one day', () => {
    for (const zone of [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Asia/Shanghai',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/New_York',
    ]) {
      let start = dayStart(at('2018-01-01T12:00:00Z'), zone)
      for (let day = 0; day < 366; day++) {
        const next = dayStart(start + 30 * HOUR, zone)
        expect(next - start).toBeGreaterThanOrEqual(23 * HOUR)
        expect(next - start).toBeLessThanOrEqual(25 * HOUR)
        expect(dayStart(next - 1, zone)).toBe(start)
        expect(dayStart(start, zone)).toBe(start)
        start = next
      }
    }
  })
})
