import { describe, expect, it } from 'vitest'
import { DAY, HOUR, Zone } from '../../resources/kit/zone.ts'
import { DAY_HEIGHT, dayShape, type DayHour, type StationDay } from '../../src/monitor/list/dayShape.ts'

/** Midnight on clocks eight hours ahead of UTC. */
const UNTIL = Date.parse('2026-11-20T16:00:00Z')
const given = { until: UNTIL, noiseZone: undefined, zone: new Zone('Asia/Shanghai') }

/** Hours given by how many hours before the newest they ended, oldest first. */
const hours = (...told: [ago: number, value: number, level: number][]): DayHour[] =>
  told.map(([ago, value, level]) => ({ at: UNTIL - ago * HOUR, value, level }))
const air = (...told: Parameters<typeof hours>): StationDay => ({
  scale: 'a',
  standard: 'HJ633-2026',
  hours: hours(...told),
})
const pathsOf = (day: StationDay) => [...(dayShape(day, given)?.paths ?? [])]
/** Number of lines in the curve of each class. */
const linesOf = (day: StationDay) => pathsOf(day).map(([, path]) => path.split('M').length - 1)

describe('dayShape', () => {
  it('ends at the right with the class of the newest hour, and higher for a worse class', () => {
    const shape = dayShape(air([1, 40, 1], [0, 160, 4]), given)
    expect(shape?.end).toMatchObject({ x: 97, scale: 'a', level: 4 })
    expect(shape?.end.y).toBeLessThan(DAY_HEIGHT / 2)
    expect([shape?.lowest, shape?.highest]).toEqual([40, 160])
  })

  it('returns one path per class, with the segment to an hour in the class of that hour', () => {
    const [good, fair, ...more] = pathsOf(air([3, 40, 1], [2, 60, 2], [1, 44, 1], [0, 46, 1]))
    expect([good?.[0], fair?.[0], more]).toEqual(['a1', 'a2', []])
    expect(good?.[1]).toMatch(/^M84\.7 [\d.]+h0M88\.8 [\d.]+L92\.9 [\d.]+L97\.0 [\d.]+$/)
    expect(fair?.[1]).toMatch(/^M84\.7 [\d.]+L88\.8 [\d.]+$/)
  })

  it('ends further left when the newest hours have no class', () => {
    expect(dayShape(air([6, 40, 1], [5, 42, 1]), given)?.end.x).toBeLessThan(80)
  })

  it('returns null for fewer than two hours within the day', () => {
    expect(dayShape(air([0, 40, 1]), given)).toBeNull()
    expect(dayShape(air([DAY / HOUR, 50, 1], [0, 40, 1]), given)).toBeNull()
  })

  it('breaks the line at an hour without a class, but not between water samples 4 h apart', () => {
    expect(linesOf(air([3, 40, 1], [2, 41, 1], [0, 43, 1]))).toEqual([2])
    const water = { scale: 'w', standard: 'GB3838-2002' } as const
    expect(linesOf({ ...water, hours: hours([8, 2, 2], [4, 2, 2], [0, 2, 2]) })).toEqual([1])
    expect(linesOf({ ...water, hours: hours([12, 2, 2], [0, 2, 2]) })).toEqual([2])
  })

  it('draws bands for the classes that the values reach, at least two', () => {
    const classes = (day: StationDay) => dayShape(day, given)?.bands.match(/--\w+/g)
    expect(classes(air([1, 20, 1], [0, 21, 1]))).toEqual(['--a1', '--a2'])
    expect(classes(air([1, 20, 1], [0, 160, 4]))).toEqual(['--a1', '--a2', '--a3', '--a4'])
    expect(classes({ ...air([1, 1, 1], [0, 4, 4]), standard: 'EAQI-2025' })).toEqual(['--a1', '--a2', '--a3', '--a4'])
  })

  it('draws day and night limits of sound in their hours, and none without a noise zone', () => {
    const noise: StationDay = { scale: 'n', standard: 'GB3096-2008', hours: hours([12, 58, 1], [0, 52, 2]) }
    const layers = (noiseZone: '2' | undefined) =>
      dayShape(noise, { ...given, noiseZone })?.bands.match(/--n1-bg\) 0% [\d.]+%/g) ?? []
    // Night until 6:00, day until 22:00, then night again. The scale spans 20 dB from 49 dB on, with the day's limit at
    // 60 and the night's at 50.
    expect(layers('2')).toEqual(['--n1-bg) 0% 5%', '--n1-bg) 0% 55%', '--n1-bg) 0% 5%'])
    expect(layers(undefined)).toEqual([])
  })
})
