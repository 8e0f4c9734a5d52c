import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'
import { HOURS_TIMEOUT_MS } from './historyHours.ts'

/** The mean of a pollutant over a month or a year by law, in the unit that the platform stores it in. */
export interface LongMean {
  /** Null if too few daily means are valid. */
  value: number | null
  /** Number of valid daily means, and the number required. */
  count: number
  needed: number
  /** For a year, how many of its twelve months are valid; all twelve are required. Null for a month. */
  months: number | null
  /** Null if law sets no limit for this mean. */
  limit: number | null
  exceeded: boolean | null
}

/**
 * Means of a month (`of` is YYYY-MM) or a year (YYYY) by pollutant; a pollutant without a valid day in the requested
 * span is absent.
 */
export interface PeriodMeans {
  of: string
  parts: ReadonlyMap<string, LongMean>
}

interface MeansQuery {
  period: 'month' | 'year'
  /** Epoch ms; 367 days at most. */
  from: number
  to: number
  signal?: AbortSignal
}

/**
 * Returns the means of a station's air for the months or years that contain a span (docs/wire.md, `environment-means`);
 * empty for a device that measures no air.
 *
 * @throws WireError
 */
export async function longMeans(device: number, { period, from, to, signal }: MeansQuery): Promise<PeriodMeans[]> {
  const query = { deviceid: device, period, from: Math.round(from), to: Math.round(to) }
  const rows = await call('GET', 'environment/means', { query, signal, timeout: HOURS_TIMEOUT_MS })
  return readRecords(rows).flatMap(({ means }) =>
    readRecords(means).map((row) => ({ of: readText(row['of']), parts: partsOf(row['parts']) })),
  )
}

function partsOf(parts: unknown): Map<string, LongMean> {
  const known = new Map<string, LongMean>()
  for (const [key, part] of Object.entries(isRecord(parts) ? parts : {})) {
    if (!isRecord(part)) continue
    const [count, needed] = [integer(part['count']), integer(part['needed'])]
    if (count === null || needed === null) continue
    known.set(key, {
      value: readNumber(part['value']),
      count,
      needed,
      months: integer(part['months']),
      limit: readNumber(part['limit']),
      exceeded: typeof part['exceeded'] === 'boolean' ? part['exceeded'] : null,
    })
  }
  return known
}
