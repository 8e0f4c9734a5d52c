import { resourceOf } from '../../resources/index.ts'
import { logOperations, type RecordChange } from '../crud/operations.ts'
import type { LiveDevice, LiveSample } from '../platform.ts'
import type { Storage } from '../storage/types.ts'

/** Maximum number of values of one device listed in the operation log; the rest is only counted. */
const MAX_LOGGED_VALUES = 100

/**
 * Logs values that a person sent to the operation log, one entry per device, before they are stored: no typed value
 * enters the history without an audit record.
 */
export async function logPushed(storage: Storage, userId: number, samples: readonly LiveSample[]): Promise<void> {
  const byDevice = new Map<LiveDevice, LiveSample[]>()
  for (const sample of samples) {
    const mine = byDevice.get(sample.device)
    if (mine) mine.push(sample)
    else byDevice.set(sample.device, [sample])
  }
  if (byDevice.size === 0) return
  const operations = [...byDevice].map(([device, pushed]) => ({
    resource: resourceOf('manage/device'),
    type: 'telemetry' as const,
    id: device.id,
    old: null,
    row: { name: device.name, project_id: device.project_id, district_id: device.district_id },
    userId,
    changes: changesOf(pushed),
  }))
  await storage.writeAny((trx) => logOperations(trx, operations))
}

/** Lists each value with its timestamp. */
function changesOf(pushed: readonly LiveSample[]): RecordChange[] {
  const changes = pushed.slice(0, MAX_LOGGED_VALUES).map(
    ({ node, ts, value }): RecordChange => ({
      field_name: `nodemap ${node.id} ${ts}`,
      field_comment: node.alias,
      old_value: null,
      new_value: `${value} @ ${new Date(ts).toISOString()}`,
    }),
  )
  const more = pushed.length - changes.length
  return more > 0
    ? [...changes, { field_name: 'more', field_comment: '…', old_value: null, new_value: `+${more}` }]
    : changes
}
