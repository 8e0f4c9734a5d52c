import { resourceOf } from '../../../resources/index.ts'
import { logOperations, type RecordChange } from '../../crud/operations.ts'
import type { Storage } from '../../storage/types.ts'
import type { ImportedValue } from './rows.ts'

/** Most nodes listed in one entry of the operation log; the rest is only counted. */
const MAX_LOGGED = 100
/** Most devices in the name of an entry. */
const NAMES = 5

/**
 * Logs a batch, oldest row first, before it is stored, so that no value enters the history without an audit record.
 * Writes one entry per project.
 */
export async function logImported(storage: Storage, userId: number, rows: readonly ImportedValue[]): Promise<void> {
  const operations = grouped(rows, ({ device }) => device.project_id).map((own) => {
    const devices = [...new Set(own.map(({ device }) => device))]
    const names = devices.slice(0, NAMES).map(({ name }) => name)
    const more = devices.length - names.length
    const areas = new Set(devices.map(({ district_id }) => district_id))
    return {
      resource: resourceOf('manage/device'),
      type: 'import' as const,
      id: devices[0]?.id ?? 0,
      old: null,
      row: {
        name: `${names.join(', ')}${more > 0 ? ` … +${more}` : ''}`,
        project_id: devices[0]?.project_id ?? 0,
        // An entry about several areas is for those who manage the whole project.
        district_id: areas.size === 1 ? (devices[0]?.district_id ?? null) : null,
      },
      userId,
      changes: changesOf(own),
    }
  })
  await storage.writeAny((trx) => logOperations(trx, operations))
}

/** Returns how many values each node received, and of which span. */
function changesOf(rows: readonly ImportedValue[]): RecordChange[] {
  const nodes = grouped(rows, ({ node }) => node)
  const changes = nodes.slice(0, MAX_LOGGED).flatMap((own): RecordChange[] => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const span = [first, last].map(({ ts }) => new Date(ts).toISOString()).join(' – ')
    return [
      {
        field_name: `device ${first.device.id} nodemap ${first.node.id}`,
        field_comment: `${first.device.name} · ${first.node.alias}`,
        old_value: null,
        new_value: `${own.length} @ ${span}`,
      },
    ]
  })
  const more = nodes.length - changes.length
  return more > 0
    ? [...changes, { field_name: 'more', field_comment: '…', old_value: null, new_value: `+${more}` }]
    : changes
}

/**
 * Groups rows by a shared value, in their order. A node object belongs to one device, so grouping by node also
 * separates devices.
 */
function grouped(rows: readonly ImportedValue[], by: (row: ImportedValue) => unknown): ImportedValue[][] {
  const groups = new Map<unknown, ImportedValue[]>()
  for (const row of rows) {
    const group = groups.get(by(row))
    if (group) group.push(row)
    else groups.set(by(row), [row])
  }
  return [...groups.values()]
}
