import { call } from '../http.ts'
import { changesIn, type DeviceChange } from './oneDevice.ts'
import { typeOf } from './operations.ts'

/** Changes that are read at most, the newest ones: more would overlap in a chart. */
const MAX_CHANGES = 200

/** A change whose time is known. */
export type DatedChange = DeviceChange & { at: number }

/**
 * Returns the changes of a device and the commands to it within a span, epoch ms, newest first and at most MAX_CHANGES.
 * From a platform that cannot filter its log: those among the same number of entries for all devices.
 *
 * @throws WireError
 */
export async function changesWithin(
  device: number,
  { from, to, signal }: { from: number; to: number; signal?: AbortSignal },
): Promise<DatedChange[]> {
  const query = {
    page_size: MAX_CHANGES,
    current: 1,
    table: 'device',
    record_id: device,
    starttime: Math.round(from),
    endtime: Math.round(to),
  }
  return changesIn(await call('GET', 'godbOperationlog', { query, signal }), 'device', device).flatMap((change) =>
    change.at === null || change.at < from || change.at > to
      ? []
      : [{ ...change, at: change.at, type: typeOf(change.type) }],
  )
}
