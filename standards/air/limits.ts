import { isInForce, type Dated, type Day, type Period } from '../types.ts'

/** Limits of GB 3095 as grade I / grade II of one averaging period; µg/m³, CO mg/m³. */
interface LimitRow extends Dated {
  code: string
  pollutant: string
  period: Period | 'year'
  grades: readonly [first: number, second: number]
}

type Table = Readonly<Record<string, Partial<Record<Period | 'year', readonly [number, number]>>>>

const rowsOf = (code: string, dated: Dated, table: Table): LimitRow[] =>
  Object.entries(table).flatMap(([pollutant, periods]) =>
    Object.entries(periods).map(([period, grades]) => ({
      code,
      ...dated,
      pollutant,
      period: period as Period | 'year',
      grades,
    })),
  )

/** Table 1 of each edition; from table 2 of 2026 only the pollutants that city stations measure. */
const AIR_LIMITS: readonly LimitRow[] = [
  ...rowsOf(
    'GB3095-2012',
    { since: '2016-01-01', until: '2026-02-28', source: 'GB 3095-2012, table 1' },
    {
      so2: { year: [20, 60], '24h': [50, 150], '1h': [150, 500] },
      no2: { year: [40, 40], '24h': [80, 80], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [40, 70], '24h': [50, 150] },
      pm25: { year: [15, 35], '24h': [35, 75] },
    },
  ),
  ...rowsOf(
    'GB3095-2026',
    { since: '2026-03-01', until: '2030-12-31', source: 'GB 3095-2026, table 1 (transition), table 2' },
    {
      so2: { year: [20, 60], '24h': [50, 150], '1h': [150, 500] },
      no2: { year: [40, 40], '24h': [80, 80], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [40, 60], '24h': [50, 120] },
      pm25: { year: [15, 30], '24h': [35, 60] },
      tsp: { year: [80, 200], '24h': [120, 300] },
      nox: { year: [50, 50], '24h': [100, 100], '1h': [250, 250] },
    },
  ),
  ...rowsOf(
    'GB3095-2026',
    { since: '2031-01-01', until: null, source: 'GB 3095-2026, table 1, table 2' },
    {
      so2: { year: [20, 20], '24h': [50, 50], '1h': [150, 150] },
      no2: { year: [30, 30], '24h': [50, 50], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [20, 50], '24h': [50, 100] },
      pm25: { year: [10, 25], '24h': [25, 50] },
      tsp: { year: [80, 200], '24h': [120, 300] },
      nox: { year: [40, 40], '24h': [70, 70], '1h': [250, 250] },
    },
  ),
]

/** The limits of one phase, indexed by pollutant: limitOf is called a hundred thousand times a second. */
interface Phase extends Pick<Dated, 'since' | 'until'> {
  limits: Map<string, Partial<Record<Period | 'year', readonly [number, number]>>>
}

const phases: Phase[] = []
for (const { since, until, pollutant, period, grades } of AIR_LIMITS) {
  let phase = phases.find((known) => known.since === since)
  if (!phase) phases.push((phase = { since, until, limits: new Map() }))
  phase.limits.set(pollutant, { ...phase.limits.get(pollutant), [period]: grades })
}

/**
 * Decimals that a monthly or yearly mean is rounded to before it is compared, in µg/m³, for CO in mg/m³ (HJ 663-2013).
 */
export const meanDecimals = (pollutant: string): number => (pollutant === 'co' ? 1 : 0)

/**
 * Returns the limit in force on a day; null if the law has no limit for this mean. For days before the first edition
 * kept here, the limits of that edition count. The eight-hour mean of ozone has the same limit when it stands for a
 * day, and the greatest hour of a day has the limit of the hour.
 *
 * @param grade 2: residential areas; 1: nature reserves and the like
 */
export function limitOf(day: Day, pollutant: string, period: Period | 'year', grade: 1 | 2 = 2): number | null {
  const phase = phases.find((known) => isInForce(known, day)) ?? phases[0]
  const mean = period === 'year' ? period : pollutant === 'o3_8h' ? '8h' : pollutant === 'o3' ? '1h' : period
  return phase?.limits.get(pollutant)?.[mean]?.[grade - 1] ?? null
}
