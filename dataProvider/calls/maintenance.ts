import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'

/** One span in which a maintenance window over a device is open, epoch ms. */
export interface MaintenanceSpan {
  name: string
  from: number
  to: number
  /** Whether values measured in this span are valid. */
  collects: boolean
}

/**
 * Returns when maintenance windows over a device, or over a rule on it, are open within a span (docs/wire.md,
 * `maintenance`).
 *
 * @throws WireError
 */
export async function maintenanceSpans(
  { device, rule }: { device: number; rule: number | null },
  { from, to, signal }: { from: number; to: number; signal?: AbortSignal },
): Promise<MaintenanceSpan[]> {
  const query = {
    deviceid: device,
    ...(rule !== null && { thresholdid: rule }),
    from: Math.round(from),
    to: Math.round(to),
  }
  return readRecords(await call('GET', 'alarmMaintenanceSpans', { query, signal })).flatMap((row) => {
    const [start, end] = [readNumber(row['from']), readNumber(row['to'])]
    if (start === null || end === null || end <= start) return []
    return [{ name: readText(row['name']), from: start, to: end, collects: integer(row['collect']) !== 0 }]
  })
}
