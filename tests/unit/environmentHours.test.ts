import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../resources/kit/zone.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { judgeDay } from '../../server/environment/dayVerdicts.ts'
import { hourMean, type Cycle, type Means } from '../../server/environment/hours.ts'
import { judgeHour } from '../../server/environment/verdicts.ts'

const NOON = 1_795_262_400_000
const EVERY_MINUTE: Cycle = { acquisition_cycle: 60, save_cycle: -1 }
const ON_CHANGE: Cycle = { acquisition_cycle: 60, save_cycle: 100_000_000 }

const measureOf = (medium: string) => {
  const pollutant = POLLUTANTS.find((each) => each.medium === medium)
  if (!pollutant) throw new Error(`nothing is ${medium}`)
  return { pollutant, convert: (value: number) => value }
}
const mean = (medium: string, samples: readonly (readonly [minute: number, value: number])[], cycle: Cycle) =>
  hourMean(
    samples.map(([minute, value]) => ({ ts: NOON + minute * MINUTE, value })),
    measureOf(medium),
    cycle,
    NOON + HOUR,
  )
/** Leq of levels with their durations in minutes. */
const leq = (...spans: readonly (readonly [level: number, minutes: number])[]): number => {
  const energy = spans.reduce((sum, [level, minutes]) => sum + minutes * 10 ** (level / 10), 0)
  return 10 * Math.log10(energy / spans.reduce((sum, [, minutes]) => sum + minutes, 0))
}

describe('hourMean', () => {
  it('is tested with a time on the hour', () => {
    expect(NOON % HOUR).toBe(0)
  })

  it('weights each sound level by its duration, in any order of samples', () => {
    // Every minute for ten minutes, then every two minutes.
    const quiet = Array.from({ length: 10 }, (_, minute) => [minute, 50] as const)
    const loud = Array.from({ length: 25 }, (_, at) => [10 + 2 * at, 70] as const)
    const [heard = NaN] = mean('noise', [...loud, ...quiet], EVERY_MINUTE) ?? []
    expect(heard).toBeCloseTo(leq([50, 10], [70, 50]), 4)
  })

  it('extends a sound level saved on change until the next one, and the last to the end of the hour', () => {
    expect(
      mean(
        'noise',
        [
          [0, 50],
          [50, 80],
        ],
        ON_CHANGE,
      ),
    ).toEqual([expect.closeTo(leq([50, 50], [80, 10]), 4), 60])
  })

  it('averages the values of air', () => {
    expect(
      mean(
        'air',
        [
          [0, 10],
          [1, 20],
          [30, 60],
        ],
        EVERY_MINUTE,
      ),
    ).toEqual([30, 3])
  })

  it('weights air and water values saved on change by their duration, in any order of samples', () => {
    const changes = [
      [55, 100],
      [0, 10],
    ] as const
    expect(mean('air', changes, ON_CHANGE)).toEqual([17.5, 60])
    expect(mean('water', [...changes, [30, 20]], ON_CHANGE)).toEqual([21.666667, 60])
    expect(mean('air', [[59, 40]], ON_CHANGE)).toEqual([40, 60])
  })

  const MINUTELY = Array.from({ length: 60 }, (_, minute) => minute)
  const EVERY_QUARTER: Cycle = { acquisition_cycle: 60, save_cycle: 15 }
  it.each<[string, readonly number[], number, Cycle?]>([
    ['44 consecutive minutes', MINUTELY.slice(0, 44), 44],
    ['45 consecutive minutes', MINUTELY.slice(15), 45],
    // Values in nine parts of five minutes do not amount to 45 minutes.
    ['41 consecutive minutes in nine blocks of five', MINUTELY.slice(0, 41), 41],
    ['three of every five minutes', MINUTELY.filter((minute) => minute % 5 < 3), 36],
    ['60 values within one minute', MINUTELY.map((second) => second / 60), 2],
    ['every minute, every other value 18 s late', MINUTELY.map((minute) => minute + (minute % 2) * 0.3), 60],
    ['eight of twelve values, one every 5 minutes', [0, 5, 10, 15, 20, 25, 30, 35], 40],
    ['nine of twelve values, one every 5 minutes, with a gap', [0, 5, 10, 15, 35, 40, 45, 50, 55], 45],
    [
      'all twelve values, one every 5 minutes, and one in between',
      [0, 2.5, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55],
      60,
    ],
    ['one value every 10 minutes, with a cycle of 1 minute', [0, 10, 20, 30, 40, 50], 30],
    ['three of four values, with a cycle of 15 minutes', [5, 20, 50], 45, EVERY_QUARTER],
    ['one value, with a cycle of 1 hour', [30], 60, { acquisition_cycle: 3600, save_cycle: -1 }],
  ])('counts sampled minutes: %s', (_, minutes, sampled, cycle = EVERY_MINUTE) => {
    const samples = minutes.toReversed().map((minute) => [minute, 40] as const)
    expect(mean('air', samples, cycle)).toEqual([40, sampled])
  })

  it('returns null without samples', () => {
    expect(mean('noise', [], EVERY_MINUTE)).toBeNull()
  })
})

it('judgeDay treats a mean equal to the limit as within it despite floating-point errors', () => {
  const judged = (medium: 'air' | 'water', key: string, hours: readonly number[]) =>
    judgeDay(
      { means: hours.map((mean) => ({ [key]: [mean, 60] as const })), hours: hours.map((_, hour) => hour) },
      { medium, scheme: 'HJ', site: {}, day: '2026-06-01' },
    ).parts[key]
  expect(judged('water', 'tp', [0.1, 0.2, 0.3])).toMatchObject({ value: 0.2, level: 3, exceeded: false })
  // 60.5 rounds to 60 by GB/T 8170.
  const hours = [...Array<number>(10).fill(0.3), ...Array<number>(10).fill(120.7)]
  expect(judged('air', 'pm25', hours)).toMatchObject({ value: 60.5, index: 100, exceeded: false })
})

describe('judgeDay with the US index', () => {
  const judged = (hours: readonly number[]) =>
    judgeDay(
      { means: hours.map((so2) => ({ so2: [so2, 60] as const })), hours: hours.map((_, hour) => hour) },
      { medium: 'air', scheme: 'USAQI', site: {}, day: '2026-06-01' },
    )
  const missing = ['pm25', 'pm10', 'o3_8h', 'co', 'no2']

  it('uses the daily mean of sulphur dioxide above 304 ppb', () => {
    // 900 µg/m³ equal 343 ppb.
    expect(judged(Array<number>(24).fill(900))).toMatchObject({ index: 214, level: 5, primary: ['so2'], missing })
    // 1200 µg/m³ equal 458 ppb, and the mean of 650 equals 248: below 305 ppb the index is limited to 200.
    const half = judged(Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 1200 : 100)))
    expect(half).toMatchObject({ index: 200, level: 4, primary: ['so2'], missing, values: { so2: [1200, 650] } })
  })
})

it('judgeDay with the European index uses the worst hour of pollutants with at least 20 hours', () => {
  const judged = (hours: number, ofOzone = hours) =>
    judgeDay(
      {
        means: Array.from({ length: 24 }, (_, hour): Means | undefined => {
          if (hour >= hours) return undefined
          const others = { pm25: [hour === 3 ? 60 : 10, 60], no2: [20, 60] } as const
          return hour < ofOzone ? { ...others, o3: [hour === 5 ? 200 : 50, 60] } : others
        }),
        hours: Array.from({ length: 24 }, (_, hour) => hour),
      },
      { medium: 'air', scheme: 'EAQI', site: {}, day: '2026-06-01' },
    )
  const whole = judged(20)
  expect(whole).toMatchObject({ index: 6, level: 6, primary: ['o3'], valid: 20 })
  expect(whole.values).toEqual({ pm25: [60, 12.5], no2: 20, o3: [200, 57.5] })
  // With fewer hours the worst pollutant is unknown: such a day would appear as a good one in calendars and rankings.
  for (const hours of [1, 19]) {
    const day = judged(hours)
    expect(day).toMatchObject({ index: null, level: null, primary: [], valid: hours })
    expect(day.values).toEqual({})
    expect(day.parts['pm25']).toMatchObject({ index: null, value: null, count: hours, state: 'insufficient' })
  }
  // A pollutant with too few hours does not count, as in other schemes.
  expect(judged(24, 19)).toMatchObject({ level: 4, primary: ['pm25'], missing: ['pm10', 'o3', 'so2'] })
})

it('judgeHour with the US index uses NowCast for particles and 8-hour ozone from at least 6 hours', () => {
  const past = (ofOzone: number): Means[] =>
    Array.from({ length: 12 }, (_, back): Means => {
      const pm25 = [back === 0 ? 100 : 10, 60] as const
      return back < ofOzone ? { pm25, o3: [200, 60] } : { pm25 }
    })
  const judged = (ofOzone: number) =>
    judgeHour(past(ofOzone), { medium: 'air', scheme: 'USAQI', site: {}, day: '2026-06-01' }, 12)
  // 200 µg/m³ equal 0.101 ppm, which has no index as an hourly value; each earlier hour weighs half as much.
  expect(judged(6)).toMatchObject({ index: 190, primary: ['o3_8h'], missing: ['pm10', 'co', 'so2', 'no2'] })
  expect(judged(6).parts['pm25']).toMatchObject({ index: 149, value: expect.closeTo(55.011, 2) as number })
  expect(judged(5)).toMatchObject({ index: 149, primary: ['pm25'], missing: ['pm10', 'o3_8h', 'co', 'so2', 'no2'] })
})

it('judgeHour with the US index marks NowCast and 8-hour values valid after 20 sampled minutes', () => {
  const past = Array.from({ length: 12 }, (_, back): Means => {
    const minutes = back === 0 ? 20 : 60
    return { pm25: [10, minutes], co: [1, minutes], no2: [40, minutes] }
  })
  const { parts } = judgeHour(past, { medium: 'air', scheme: 'USAQI', site: {}, day: '2026-06-01' }, 12)
  expect(parts['pm25']).toMatchObject({ value: 10, index: 53, count: 20, state: 'valid' })
  expect(parts['co']).toMatchObject({ value: 1, count: 20, state: 'valid' })
  expect(parts['no2']).toMatchObject({ value: null, index: null, count: 20, state: 'insufficient' })
})
