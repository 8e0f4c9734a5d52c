import { sql } from 'kysely'
import { joinInOrder, integerRows } from '../../quality/integerRows.ts'
import type { Storage } from '../../storage/types.ts'
import type { ImportedValue } from './rows.ts'

/** The map key of a node's value at a time. */
export const momentKey = ({ device, node, ts }: Pick<ImportedValue, 'device' | 'node' | 'ts'>): string =>
  `${device.id} ${node.id} ${ts}`

/**
 * Returns the values that are already stored for the given nodes and times, raw, by `momentKey`: samples, and values
 * that were stored with a mark in place of a sample.
 */
export async function storedValuesAt(
  { engine, readHistory }: Pick<Storage, 'engine' | 'readHistory'>,
  moments: readonly ImportedValue[],
): Promise<ReadonlyMap<string, number>> {
  if (moments.length === 0) return new Map()
  const asked = integerRows(
    engine,
    ['device_id', 'nodemap_id', 'ts'],
    moments.map(({ device, node, ts }) => [device.id, node.id, ts]),
  )
  const from = (table: 'history' | 'historymark') =>
    sql`select asked.device_id, asked.nodemap_id, asked.ts, kept.value from ${asked} as asked ${joinInOrder(
      engine,
      table,
      'kept',
      sql`kept.device_id = asked.device_id and kept.nodemap_id = asked.nodemap_id and kept.ts = asked.ts`,
    )}`
  const query = sql<Record<'device_id' | 'nodemap_id' | 'ts' | 'value', number>>`
    ${from('historymark')} union all ${from('history')}`
  const { rows } = await readHistory(
    moments.map(({ device, node, ts }) => ({ device: device.id, nodemaps: [node.id], start: ts, end: ts })),
    ({ read }) => query.execute(read),
  )
  return new Map(rows.map(({ device_id, nodemap_id, ts, value }) => [`${device_id} ${nodemap_id} ${ts}`, value]))
}
