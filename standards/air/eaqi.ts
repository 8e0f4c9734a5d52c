import type { Part, Question, Standard, Verdict, Words } from '../types.ts'

const CLASSES: readonly Words[] = [
  ['好', '良好', 'Good'],
  ['较好', '尚可', 'Fair'],
  ['中等', '普通', 'Moderate'],
  ['差', '差', 'Poor'],
  ['很差', '很差', 'Very poor'],
  ['极差', '極差', 'Extremely poor'],
]

const COLOURS = ['#50F0E6', '#50CCAA', '#F0E641', '#FF5050', '#960032', '#7D2181'] as const

/** Upper bounds of the classes 1 to 5 of hourly means, µg/m³; a bound belongs to the better class. */
const ENDS: Readonly<Record<string, readonly number[]>> = {
  pm25: [5, 15, 50, 90, 140],
  pm10: [15, 45, 120, 195, 270],
  o3: [60, 100, 120, 160, 180],
  no2: [10, 25, 60, 100, 150],
  so2: [20, 40, 125, 190, 275],
}

/** From this class on an index is published even if required pollutants are missing. */
const SHOWN_ANYWAY = 4

export const EAQI: Standard = {
  code: 'EAQI-2025',
  medium: 'air',
  title: ['欧洲空气质量指数（2025）', '歐洲空氣品質指數（2025）', 'European Air Quality Index (2025)'],
  since: '2025-06-01',
  until: null,
  source: 'EEA, European Air Quality Index; ETC HE report 2024/17',
  periods: ['1h'],
  classes: CLASSES,
  colours: COLOURS,
  units: { pm25: 'µg/m³', pm10: 'µg/m³', o3: 'µg/m³', no2: 'µg/m³', so2: 'µg/m³' },
  evaluate,
}

function evaluate({ values, traffic = false }: Question): Verdict {
  const parts: Record<string, Part> = {}
  let worst: number | null = null
  let primary: string[] = []
  for (const [pollutant, ends] of Object.entries(ENDS)) {
    const value = values[pollutant] ?? null
    if (value === null) continue
    const place = ends.findIndex((end) => value <= end)
    const level = place === -1 ? ends.length + 1 : place + 1
    parts[pollutant] = { index: level, level, limit: null, exceeded: null }
    if (worst !== null && level < worst) continue
    if (level === worst) primary.push(pollutant)
    else primary = [pollutant]
    worst = level
  }
  const enough = 'no2' in parts && ('pm25' in parts || 'pm10' in parts) && (traffic || 'o3' in parts)
  const level = worst !== null && (enough || worst >= SHOWN_ANYWAY) ? worst : null
  return {
    standard: 'EAQI-2025',
    index: level,
    level,
    category: level === null ? null : (CLASSES[level - 1] ?? null),
    primary: level !== null && level > 1 ? primary : [],
    missing: Object.keys(ENDS).filter((pollutant) => !(pollutant in parts)),
    parts,
  }
}
