import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'
import { LONG } from './historyHours.ts'

/** The mean of a pollutant over a month or a year by law, in the unit that the platform keeps it in. */
export interface LongMean {
  /** Null where too few daily means are valid. */
  value: number | null
  /** Valid daily means, and how many it takes. */
  count: number
  needed: number
  /** Of a year, how many of its twelve months are valid, all of which it takes; null of a month. */
  months: number | null
  /** Null where law has none for this mean. */
  limit: number | null
  exceeded: boolean | null
}

/** Means of a month (`of` is YYYY-MM) or a year (YYYY) by pollutant; one without a valid day in what was asked for is left out. */
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
 * Means of a station's air over the months or years that a span lies in (docs/wire.md, `environment-means`); empty of a device that measures none.
 * Throws WireError.
 */
export async function longMeans(device: number, { period, from, to, signal }: MeansQuery): Promise<PeriodMeans[]> {
  const query = { deviceid: device, period, from: Math.round(from), to: Math.round(to) }
  const rows = await call('GET', 'environment/means', { query, signal, timeout: LONG })
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
