import { scaledTruncated, shiftDecimal } from '../decimal.ts'
import type { Part, Question, Standard, Verdict, Words } from '../types.ts'
import { classOfIndex } from './hj633.ts'

const CLASSES: readonly Words[] = [
  ['好', '良好', 'Good'],
  ['中等', '普通', 'Moderate'],
  ['对敏感人群不健康', '對敏感族群不健康', 'Unhealthy for sensitive groups'],
  ['不健康', '對所有族群不健康', 'Unhealthy'],
  ['非常不健康', '非常不健康', 'Very unhealthy'],
  ['有毒害', '危害', 'Hazardous'],
]

const COLOURS = ['#00E400', '#FFFF00', '#FF7E00', '#FF0000', '#8F3F97', '#7E0023'] as const

/** The index bands. No truncated concentration lies between the end of one band and the begin of the next. */
const BANDS = [
  [0, 50],
  [51, 100],
  [101, 150],
  [151, 200],
  [201, 300],
  [301, 500],
] as const

type Band = readonly [from: number, to: number]

/**
 * A row of the breakpoint table: one pair per band, null if the row has no such band. `decimals`: decimals that a
 * concentration is truncated to.
 */
interface Row {
  pollutant: string
  decimals: number
  bands: readonly (Band | null)[]
}

/** Breakpoints since 2024-05-06. PM2.5 and PM10 µg/m³ of 24 h, O3 ppm, CO ppm of 8 h, SO2 and NO2 ppb of 1 h (SO2 from 305 on: of 24 h). */
const ROWS: readonly Row[] = [
  {
    pollutant: 'pm25',
    decimals: 1,
    bands: [
      [0, 9],
      [9.1, 35.4],
      [35.5, 55.4],
      [55.5, 125.4],
      [125.5, 225.4],
      [225.5, 325.4],
    ],
  },
  {
    pollutant: 'pm10',
    decimals: 0,
    bands: [
      [0, 54],
      [55, 154],
      [155, 254],
      [255, 354],
      [355, 424],
      [425, 604],
    ],
  },
  {
    pollutant: 'o3_8h',
    decimals: 3,
    bands: [[0, 0.054], [0.055, 0.07], [0.071, 0.085], [0.086, 0.105], [0.106, 0.2], null],
  },
  {
    pollutant: 'o3',
    decimals: 3,
    bands: [null, null, [0.125, 0.164], [0.165, 0.204], [0.205, 0.404], [0.405, 0.604]],
  },
  {
    pollutant: 'co',
    decimals: 1,
    bands: [
      [0, 4.4],
      [4.5, 9.4],
      [9.5, 12.4],
      [12.5, 15.4],
      [15.5, 30.4],
      [30.5, 50.4],
    ],
  },
  {
    pollutant: 'so2',
    decimals: 0,
    bands: [
      [0, 35],
      [36, 75],
      [76, 185],
      [186, 304],
      [305, 604],
      [605, 1004],
    ],
  },
  {
    pollutant: 'no2',
    decimals: 0,
    bands: [
      [0, 53],
      [54, 100],
      [101, 360],
      [361, 649],
      [650, 1249],
      [1250, 2049],
    ],
  },
]

/** Above this, in ppb, the daily mean of sulphur dioxide decides. */
const SO2_HOUR_END = 304

/** The index at which the eight-hour table of ozone ends. */
const OZONE_EIGHT_END = 300

/** Rows prepared for computation: their bands as integers in units of the last decimal place. */
const rows = ROWS.map(({ pollutant, decimals, bands }) => ({
  pollutant,
  decimals,
  bands: bands.map((band) => band && ([shiftDecimal(band[0], decimals), shiftDecimal(band[1], decimals)] as const)),
  limit: bands[1]?.[1] ?? null,
}))

const EIGHT_HOURS: ReadonlySet<string> = new Set(['o3_8h', 'co'])

export const USAQI: Standard = {
  code: 'USAQI-2024',
  medium: 'air',
  title: ['美国空气质量指数（2024）', '美國空氣品質指數（2024）', 'US Air Quality Index (2024)'],
  since: '2024-05-06',
  until: null,
  source: 'EPA-454/B-24-002; 40 CFR 58 appendix G',
  periods: ['1h', '8h', '24h'],
  classes: CLASSES,
  colours: COLOURS,
  units: {
    pm25: 'µg/m³',
    pm10: 'µg/m³',
    so2: 'ppb',
    so2_24h: 'ppb',
    no2: 'ppb',
    o3: 'ppm',
    o3_8h: 'ppm',
    co: 'ppm',
  },
  evaluate,
}

function evaluate({ period, values }: Question): Verdict {
  const parts: Record<string, Part> = {}
  const daily: string[] = []
  let worst: number | null = null
  let primary: string[] = []
  const isEight = period === '8h'
  const of = (key: string): number | null => values[key] ?? (isEight && key === 'o3_8h' ? values.o3 : null) ?? null
  for (const row of rows) {
    if (isEight && !EIGHT_HOURS.has(row.pollutant)) continue
    const value = of(row.pollutant)
    if (value === null) continue
    const concentration = scaledTruncated(value, row.decimals)
    const sulphur = row.pollutant === 'so2' && concentration > SO2_HOUR_END ? sulphurOf(period, values, daily) : null
    const index = sulphur ?? indexOf(concentration, row.bands)
    parts[row.pollutant] = {
      index,
      level: index === null ? null : classOfIndex(index),
      limit: row.limit,
      exceeded: row.limit === null ? null : concentration > shiftDecimal(row.limit, row.decimals),
    }
    if (index === null || (worst !== null && index < worst)) continue
    if (index === worst) primary.push(row.pollutant)
    else primary = [row.pollutant]
    worst = index
  }
  const hasIndex = (key: string): boolean => (parts[key]?.index ?? null) !== null
  // For ozone one mean with an index is enough: the hourly mean has none below 0.125 ppm, the eight-hour mean none
  // above 0.200.
  const hasOzone = hasIndex('o3_8h') || hasIndex('o3')
  const missing = rows.flatMap(({ pollutant }) => {
    if (pollutant === 'o3' || (isEight && !EIGHT_HOURS.has(pollutant))) return []
    return (pollutant === 'o3_8h' ? hasOzone : hasIndex(pollutant)) ? [] : [pollutant]
  })
  // An eight-hour mean beyond its table is worse than the table's end: an index up to that end cannot be the index of
  // the air as a whole.
  const isBeyond = 'o3_8h' in parts && !hasOzone
  const index = isBeyond && worst !== null && worst <= OZONE_EIGHT_END ? null : worst
  const level = index === null ? null : classOfIndex(index)
  return {
    standard: 'USAQI-2024',
    index,
    level,
    category: level === null ? null : (CLASSES[level - 1] ?? null),
    primary: index !== null && index > 50 ? primary : [],
    missing: [...missing, ...daily],
    parts,
  }
}

/**
 * Sulphur dioxide above 304 ppb in an hour: the daily mean decides. If that is below 305 or unknown, the hour's index
 * is 200.
 * For a question about 24 h, the value itself is the daily mean: returns null, and the value is looked up like any
 * other.
 */
function sulphurOf(period: Question['period'], values: Question['values'], missing: string[]): number | null {
  const daily = values.so2_24h ?? null
  if (daily === null && period === '24h') return null
  if (daily === null) missing.push('so2_24h')
  const concentration = daily === null ? 0 : scaledTruncated(daily, 0)
  const bands = rows.find(({ pollutant }) => pollutant === 'so2')?.bands
  return concentration > SO2_HOUR_END && bands ? indexOf(concentration, bands) : 200
}

/**
 * Interpolates linearly within the band of the truncated concentration and rounds to the nearest integer; above the
 * last band its slope continues.
 */
function indexOf(concentration: number, bands: readonly (Band | null)[]): number | null {
  const place = bands.findIndex((band) => band !== null && concentration <= band[1])
  const at = place === -1 ? bands.length - 1 : place
  const band = bands[at]
  const [low, high] = BANDS[at] ?? [0, 0]
  if (!band || concentration < band[0]) return null
  const [from, to] = band
  return Math.floor(((high - low) * (concentration - from) * 2 + (to - from)) / ((to - from) * 2)) + low
}
