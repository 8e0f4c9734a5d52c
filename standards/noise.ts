import { scaledHalfEven } from './decimal.ts'
import type { Part, Question, Standard, Verdict, Words, NoiseZone } from './types.ts'

const CLASSES: readonly Words[] = [
  ['达标', '符合標準', 'Within the limit'],
  ['超标', '超過標準', 'Above the limit'],
]

const COLOURS = ['#00E400', '#FF0000'] as const

/** Limits of GB 3096-2008 table 1, dB(A). */
export const NOISE_LIMITS: Readonly<Record<NoiseZone, { day: number; night: number }>> = {
  '0': { day: 50, night: 40 },
  '1': { day: 55, night: 45 },
  '2': { day: 60, night: 50 },
  '3': { day: 65, night: 55 },
  '4a': { day: 70, night: 55 },
  '4b': { day: 70, night: 60 },
}

/** By how much a sudden noise at night may exceed the limit, dB (GB 3096-2008, 5.4). */
const SUDDEN = 15

/** Decimals of a level that is compared with a limit, dB(A). */
export const LEVEL_DECIMALS = 1
const TENTHS = 10 ** LEVEL_DECIMALS

/** Whether an hour belongs to the day: 6 to 22 h local time, unless the local government sets other hours. */
export const isDaytime = (hour: number): boolean => hour >= 6 && hour < 22

export const NOISE: Standard = {
  code: 'GB3096-2008',
  medium: 'noise',
  title: [
    '声环境质量标准 GB 3096-2008',
    '聲環境品質標準 GB 3096-2008',
    'Environmental quality standard for noise, GB 3096-2008',
  ],
  since: '2008-10-01',
  until: null,
  source: 'GB 3096-2008, table 1, 5.4',
  periods: ['day', 'night'],
  classes: CLASSES,
  colours: COLOURS,
  units: { leq: 'dB(A)', lmax: 'dB(A)' },
  evaluate,
}

/**
 * Compares Leq with the limit of its zone; at night also the loudest sudden noise, if it is known. A level is rounded
 * by GB/T 8170 to the reported tenth before it is compared: 60.05 is 60.0, which is within 60, and a level above the
 * limit is above by at least a tenth.
 */
function evaluate({ period, values, zone = '2' }: Question): Verdict {
  const limit = NOISE_LIMITS[zone][period === 'night' ? 'night' : 'day']
  const parts: Record<string, Part> = {}
  const compare = (key: string, most: number): void => {
    const value = values[key] ?? null
    if (value === null) return
    const exceeded = Math.max(0, scaledHalfEven(value, LEVEL_DECIMALS) - most * TENTHS) / TENTHS
    parts[key] = { index: null, level: exceeded > 0 ? 2 : 1, limit: most, exceeded }
  }
  compare('leq', limit)
  if (period === 'night') compare('lmax', limit + SUDDEN)
  const exceeding = Object.keys(parts).filter((key) => parts[key]?.level === 2)
  const level = Object.keys(parts).length === 0 ? null : exceeding.length > 0 ? 2 : 1
  return {
    standard: 'GB3096-2008',
    index: null,
    level,
    category: level === null ? null : (CLASSES[level - 1] ?? null),
    primary: exceeding,
    missing: 'leq' in parts ? [] : ['leq'],
    parts,
    limit,
    ...(parts.leq && { exceeded: Number(parts.leq.exceeded) }),
  }
}
