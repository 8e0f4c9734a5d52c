import type { Storage } from '../storage/types.ts'

/** Returns the scripts that turn stored values into shown ones, by node map; null where a node has no script. */
export async function scriptsOf({ read }: Storage, nodemaps: readonly number[]): Promise<Map<number, string | null>> {
  if (nodemaps.length === 0) return new Map()
  const rows = await read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'node.node_script'])
    .where('nodemap.id', 'in', [...nodemaps])
    .execute()
  return new Map(rows.map(({ id, node_script }) => [id, node_script]))
}
