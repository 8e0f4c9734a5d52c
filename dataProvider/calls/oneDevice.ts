import { call } from '../http.ts'
import { integer, readDevices, readNumber, readRecords, readText, readTime, type DeviceState } from '../normalise.ts'

/** What the page of one device asks for besides its history. All throw WireError. */

/**
 * The live state of one device; null where there is none that the user may see. A platform that knows no `deviceid` here answers all, and one of them
 * is it.
 */
export async function deviceState(id: number, signal?: AbortSignal): Promise<DeviceState | null> {
  const states = readDevices(await call('GET', 'godbDeviceState', { query: { deviceid: id }, signal }))
  return states.find((device) => device.id === id) ?? null
}

/** The live states of the devices of an area and of those below it. */
export const devicesOfArea = async (area: number, signal?: AbortSignal): Promise<DeviceState[]> =>
  readDevices(await call('GET', `godbDeviceStateByDistrictId/${area}`, { signal }))

/** A change of a record, or a command to a device. */
export interface DeviceChange {
  id: number
  at: number | null
  type: string
  explained: string
  userName: string
}

/** The newest changes of a device; of a platform that cannot narrow its log, those of them that are among the newest of all. */
export async function changesOf(device: number, signal?: AbortSignal): Promise<DeviceChange[]> {
  const query = { page_size: 20, current: 1, table: 'device', record_id: device }
  return changesIn(await call('GET', 'godbOperationlog', { query, signal }), 'device', device)
}

/** The newest changes of all records of a table. */
export async function changesOfTable(table: string, signal?: AbortSignal): Promise<DeviceChange[]> {
  return changesIn(
    await call('GET', 'godbOperationlog', { query: { page_size: 10, current: 1, table }, signal }),
    table,
    null,
  )
}

/** The changes that an answer of the log holds, of a table and, where one is named, of a record; whatever else a platform answers is left out. */
export const changesIn = (answer: unknown, table: string, record: number | null): DeviceChange[] =>
  readRecords(answer).flatMap((row) => {
    const id = integer(row['id'])
    if (id === null || readText(row['operation_table']) !== table) return []
    if (record !== null && integer(row['record_id']) !== record) return []
    return [
      {
        id,
        at: readTime(row['operation_date']),
        type: readText(row['operation_type']),
        explained: readText(row['explained']),
        userName: readText(row['nickname']) || readText(row['username']),
      },
    ]
  })

/** How much of what was expected came, came in time, and is valid: counts, null where nothing can be expected (only changes are stored). */
export interface Rates {
  expected: number
  received: number
  intime: number
  valid: number
  /** What of `expected` is of nodes whose values nothing tests now; 0 where the platform does not say. */
  untested: number
}

/** The rates of a device, or of all devices of an area and below, over all their nodes. An extension: `quality`. */
export async function qualityRates(
  of: { deviceid: number } | { dis_id: number | null },
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<Rates | null> {
  const rows = readRecords(
    await call('GET', 'quality', { query: { ...of, sum: 1, from: Math.round(from), to: Math.round(to) }, signal }),
  )
  const sums = { expected: 0, received: 0, intime: 0, valid: 0, untested: 0 }
  for (const row of rows) {
    const expected = readNumber(row['expected'])
    if (expected === null) continue
    sums.expected += expected
    for (const name of ['received', 'intime', 'valid', 'untested'] as const) sums[name] += readNumber(row[name]) ?? 0
  }
  return sums.expected > 0 ? sums : null
}
