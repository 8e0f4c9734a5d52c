import { call } from '../http.ts'
import { changesIn, type DeviceChange } from './oneDevice.ts'
import { typeOf } from './operations.ts'

/** More than these, the newest, would stand on top of each other in a picture. */
const MAX_CHANGES = 200

/** A change of which is known when it was made. */
export type DatedChange = DeviceChange & { at: number }

/**
 * What was changed of a device and what it was told within a span, epoch ms, newest first and at most MAX_CHANGES; of a platform that cannot narrow
 * its log, those of them that are among as many of all. Throws WireError.
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
