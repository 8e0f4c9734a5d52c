import { describe, expect, it } from 'vitest'
import { Zone } from '../../resources/kit/zone.ts'
import {
  dayFromSamples,
  domainOf,
  HOURS,
  shiftHours,
  smoothed,
  snapped,
  ticksOf,
} from '../../src/entities/device/day/day.ts'

const flat = (value: number) => HOURS.map(() => value)

describe('day profile of a virtual rule', () => {
  it('domainOf encloses the band with round gridlines and starts at 0 or above without negative values', () => {
    const domain = domainOf({ base: flat(50).with(12, 80), rand: flat(5) })
    expect(domain).toEqual({ min: 30, max: 100, tick: 10, step: 1 })
    expect(ticksOf(domain)).toEqual([30, 40, 50, 60, 70, 80, 90, 100])
    expect(domainOf({ base: flat(2), rand: flat(1) }).min).toBeGreaterThanOrEqual(0)
    expect(domainOf({ base: flat(-10).with(3, 10), rand: flat(0) }).min).toBeLessThan(-10)
    const flatZero = domainOf({ base: flat(0), rand: flat(0) })
    expect(flatZero.max).toBeGreaterThan(flatZero.min)
  })

  it('snapped rounds to steps without floating-point errors', () => {
    expect(snapped(0.30000000000000004, 0.1)).toBe(0.3)
    expect(snapped(17.4, 5)).toBe(15)
  })

  it('smoothed and shiftHours wrap around midnight', () => {
    const peak = flat(0).with(0, 8)
    expect(smoothed(peak).filter((value) => value !== 0)).toEqual([4, 2, 2])
    expect(smoothed(peak)[23]).toBe(2)
    expect(shiftHours(peak, 1)[1]).toBe(8)
    expect(shiftHours(peak, -1)[23]).toBe(8)
    expect(smoothed(flat(7))).toEqual(flat(7))
  })

  it('dayFromSamples averages samples by hour and interpolates missing hours', () => {
    const zone = new Zone('Asia/Shanghai')
    const at = (hour: number, value: number, day = 3) => ({ at: Date.UTC(2026, 5, day, hour - 8, 20), value })
    const day = dayFromSamples([at(6, 10), at(6, 14, 4), at(10, 20)], zone)
    expect(day?.base[6]).toBe(12)
    expect(day?.base[8]).toBe(16)
    expect(day?.base[10]).toBe(20)
    // Uniform random values in 12 ± r have a standard deviation of r / √3, which is 2 here.
    expect(day?.rand[6]).toBeCloseTo(2 * Math.sqrt(3), 2)
    expect(day?.rand[10]).toBe(0)
    expect(dayFromSamples([], zone)).toBeNull()
  })
})
