import { describe, expect, it } from 'vitest'
import {
  besideAlarm,
  connectionOf,
  isAbnormal,
  hasMeasuredAlarm,
  isStale,
  lastDataAt,
  silentAlarms,
  statusOf,
} from '../../src/live/deviceStatus.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { age, shortMinute } from '../../src/live/times.ts'
import { aDevice, aNode } from '../support/devices.ts'

const now = new Date(2026, 10, 20, 14, 32, 8).getTime()
const minutes = (count: number) => count * 60_000
const context = { closedAreas: new Set<number>(), now }
const fresh = [aNode({ id: 1, at: now - 5000 })]
const old = [aNode({ id: 1, at: now - minutes(13) })]

describe('device status', () => {
  it('is disabled before any other status', () => {
    expect(statusOf(aDevice({ id: 1, disabled: true, online: false, thre_list: [1], nodes: old }), context)).toBe(
      'disabled',
    )
  })
  it('is offline before alarm if the device is offline or its area is closed', () => {
    expect(statusOf(aDevice({ id: 1, online: false, thre_list: [1], nodes: fresh }), context)).toBe('offline')
    expect(
      statusOf(aDevice({ id: 1, district_id: 9, thre_list: [1], nodes: fresh }), {
        ...context,
        closedAreas: new Set([9]),
      }),
    ).toBe('offline')
    expect(connectionOf(aDevice({ id: 1, district_id: 9 }), new Set([9]))).toBe('offline')
    expect(connectionOf(aDevice({ id: 1, district_id: null }), new Set([9]))).toBe('online')
    expect(connectionOf(aDevice({ id: 1, disabled: true }), new Set())).toBe('offline')
  })
  it('is unknown without a connection state, unless an alarm, stale values or a closed area apply', () => {
    expect(statusOf(aDevice({ id: 1, online: null, nodes: fresh }), context)).toBe('unknown')
    expect(statusOf(aDevice({ id: 1, online: null, nodes: old }), context)).toBe('stale')
    expect(statusOf(aDevice({ id: 1, online: null, thre_list: [1], nodes: fresh }), context)).toBe('alarm')
    expect([true, null].map((online) => besideAlarm('alarm', { online }))).toEqual(['online', 'unknown'])
    expect(besideAlarm('stale', { online: null })).toBe('stale')
    expect(statusOf(aDevice({ id: 1, online: null, district_id: 9 }), { ...context, closedAreas: new Set([9]) })).toBe(
      'offline',
    )
  })
  it('is alarm before stale, and stale before online', () => {
    expect(statusOf(aDevice({ id: 1, thre_list: [1], nodes: old }), context)).toBe('alarm')
    expect(statusOf(aDevice({ id: 1, nodes: old }), context)).toBe('stale')
    expect(statusOf(aDevice({ id: 1, nodes: fresh }), context)).toBe('online')
  })
  it('is not alarm if none of the active alarms has data', () => {
    const device = aDevice({ id: 1, thre_list: [7, 8], nodes: fresh })
    expect(statusOf({ ...device, nodata_list: [7] }, context)).toBe('alarm')
    expect(statusOf({ ...device, nodata_list: [7, 8] }, context)).toBe('online')
    expect(statusOf({ ...device, nodata_list: [7, 8], nodes: old }, context)).toBe('stale')
    expect([
      silentAlarms({ ...device, online: false }),
      silentAlarms({ ...device, online: null }),
      silentAlarms({ ...device, online: false, nodata_list: [] }),
    ]).toEqual([[7, 8], [], []])
    expect([
      isAbnormal({ ...device, nodata_list: [7, 8] }),
      hasMeasuredAlarm({ ...device, nodata_list: [7, 8] }),
    ]).toEqual([true, false])
  })
  it('is stale after three acquisition cycles, or after 10 minutes if the cycle is unknown', () => {
    const after = (seconds: number, cycle: number | null) =>
      isStale(aDevice({ id: 1, acquisition_cycle: cycle, nodes: [aNode({ id: 1, at: now - seconds * 1000 })] }), now)
    expect([after(90, 30), after(91, 30), after(600, null), after(601, null), after(601, 0)]).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
  })
  it('is not stale without any data', () => {
    expect(isStale(aDevice({ id: 1 }), now)).toBe(false)
    expect(
      lastDataAt(
        aDevice({ id: 1, nodes: [aNode({ id: 1, at: null }), aNode({ id: 2, at: 5 }), aNode({ id: 3, at: 4 })] }),
      ),
    ).toBe(5)
  })
})

describe('time format', () => {
  it('omits the date for today and the year for the current year', () => {
    const zone = new Zone('Asia/Shanghai')
    const today = Date.parse('2026-11-20T06:32:08Z')
    expect(zone.short(today, today)).toBe('14:32:08')
    expect(zone.short(Date.parse('2026-01-01T19:04:05Z'), today)).toBe('01-02 03:04:05')
    expect(zone.short(Date.parse('2025-12-31T15:59:59Z'), today)).toBe('2025-12-31 23:59:59')
    expect(shortMinute(today, today, zone)).toBe('14:32')
  })
  it('omits seconds and adds the offset in a repeated hour, and date or year if they differ', () => {
    const newYork = new Zone('America/New_York')
    const second = Date.parse('2026-11-01T01:30:45-05:00')
    expect(
      [second, Date.parse('2026-11-20T12:00:00-05:00'), Date.parse('2027-01-20T12:00:00-05:00')].map((seen) =>
        shortMinute(second, seen, newYork),
      ),
    ).toEqual(['01:30 -05:00', '11-01 01:30 -05:00', '2026-11-01 01:30 -05:00'])
  })
  it('uses the day of the platform’s time zone, not the browser’s', () => {
    const late = Date.parse('2026-11-20T17:00:00Z')
    expect([
      new Zone('UTC').short(late, late - 3_600_000),
      new Zone('Asia/Shanghai').short(late, late - 3_600_000),
      new Zone('Asia/Shanghai').short(late, late - 7_200_000),
    ]).toEqual(['17:00:00', '01:00:00', '11-21 01:00:00'])
  })
  it('returns an age as unit and count', () => {
    const ages = [0, 59_000, minutes(1), minutes(59), minutes(60), minutes(60 * 24), -5000].map((past) =>
      age(now - past, now),
    )
    expect(ages.map(({ unit, count }) => `${unit} ${count}`)).toEqual([
      'now 0',
      'now 0',
      'minutes 1',
      'minutes 59',
      'hours 1',
      'days 1',
      'now 0',
    ])
  })
})
