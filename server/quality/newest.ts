import { sql } from 'kysely'
import type { LiveDevice, LiveNode } from '../platform.ts'
import type { Storage } from '../storage/types.ts'
import { testsValues } from './checks.ts'
import { joinInOrder, integerRows } from './integerRows.ts'
import { FLAG } from './qartod.ts'

/** The quality of a value: its QARTOD flag, and the tests that doubted it (bits of TEST; 0 for none). */
export interface ValueQuality {
  flag: number
  tests: number
}

/** Returns the quality of the newest value of a device's node. */
export type QualityLookup = (
  device: number,
  node: Pick<LiveNode, 'id' | 'checks'>,
  last: NonNullable<LiveNode['last']>,
) => ValueQuality

/**
 * Loads the quality of the newest values of some devices: for stored values the flag stored with them, including those
 * from reviews. For a value that is not stored it is only known whether it is doubted, not how much, so it counts as
 * suspect. Values of nodes without a test are not evaluated.
 */
export async function newestQualities(
  { read, engine }: Pick<Storage, 'read' | 'engine'>,
  devices: readonly Pick<LiveDevice, 'id' | 'nodes'>[],
): Promise<QualityLookup> {
  const newest = devices.flatMap(({ id, nodes }) =>
    [...nodes.values()].flatMap((node) => (node.last ? [[id, node.id, node.last.ts]] : [])),
  )
  const kept = new Map<string, ValueQuality>()
  if (newest.length > 0) {
    const { rows } = await sql<{ device_id: number; nodemap_id: number; ts: number } & ValueQuality>`
      select historyflag.device_id, historyflag.nodemap_id, historyflag.ts, historyflag.flag, historyflag.tests
      from ${integerRows(engine, ['device_id', 'nodemap_id', 'ts'], newest)} as asked
      ${joinInOrder(engine, 'historyflag', 'historyflag', sql`historyflag.device_id = asked.device_id and historyflag.nodemap_id = asked.nodemap_id and historyflag.ts = asked.ts`)}`.execute(
      read,
    )
    for (const { device_id, nodemap_id, ts, flag, tests } of rows)
      kept.set(`${device_id} ${nodemap_id} ${ts}`, { flag: Number(flag), tests: Number(tests) })
  }
  return (device, { id, checks }, { ts, doubted }) =>
    kept.get(`${device} ${id} ${ts}`) ?? {
      flag: doubted ? FLAG.suspect : testsValues(checks) ? FLAG.good : FLAG.unknown,
      tests: 0,
    }
}
