import { call } from '../http.ts'
import { integer, readDevices, readNumber, readRecords, readText, readTime, type DeviceState } from '../normalise.ts'

/** Calls of the page of one device, besides its history. All throw WireError. */

/**
 * Returns the live state of one device; null if the user may not see such a device. A platform that does not know the
 * parameter `deviceid` answers all devices, from which this one is picked.
 */
export async function deviceState(id: number, signal?: AbortSignal): Promise<DeviceState | null> {
  const states = readDevices(await call('GET', 'godbDeviceState', { query: { deviceid: id }, signal }))
  return states.find((device) => device.id === id) ?? null
}

/** Returns the live states of the devices of an area and of the areas below it. */
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

/**
 * Returns the newest changes of a device. From a platform that cannot filter its log: those among the newest changes of
 * all records.
 */
export async function changesOf(device: number, signal?: AbortSignal): Promise<DeviceChange[]> {
  const query = { page_size: 20, current: 1, table: 'device', record_id: device }
  return changesIn(await call('GET', 'godbOperationlog', { query, signal }), 'device', device)
}

/** Returns the newest changes of all records of a table. */
export async function changesOfTable(table: string, signal?: AbortSignal): Promise<DeviceChange[]> {
  return changesIn(
    await call('GET', 'godbOperationlog', { query: { page_size: 10, current: 1, table }, signal }),
    table,
    null,
  )
}

/**
 * Reads the changes from an answer of the log, limited to a table and, unless `record` is null, to a record; other
 * entries are left out.
 */
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

/**
 * Counts of expected values and of those that were received, received in time, and valid; null if nothing can be
 * expected (only changes are stored).
 */
export interface Rates {
  expected: number
  received: number
  intime: number
  valid: number
  /** The part of `expected` that belongs to nodes whose values no test checks now; 0 if the platform does not say. */
  untested: number
}

/**
 * Returns the rates of a device, or of all devices of an area and the areas below it, summed over all nodes. An
 * extension: `quality`.
 */
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
