import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'

/** One time that a maintenance window over a device is open, epoch ms. */
export interface MaintenanceSpan {
  name: string
  from: number
  to: number
  /** Whether what it measures then counts. */
  collects: boolean
}

/** When windows over a device, or over a rule there, are open in a span (docs/wire.md, `maintenance`). Throws WireError. */
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
