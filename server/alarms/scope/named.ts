import { readConditions, readScope } from '../../../resources/kit/rule.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import { nodeOn } from './resolve.ts'

/**
 * Returns, for each rule over a pollutant by its id, the node maps by which it judges devices: its own first, then one
 * for each model that measures the pollutant by another.
 */
export async function nodesByRule({
  storage,
  registry,
}: Pick<Platform, 'storage' | 'registry'>): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await storage.read
    .selectFrom('threshold')
    .select(['id', 'project_id', 'nodemap_id', 'scope', 'conditions'])
    .where('scope', 'is not', null)
    .execute()
  // A rule judges all devices of a model by the same node map, so one device per project and model is enough.
  const models = [
    ...new Map(registry.devices().map((device) => [`${device.project_id} ${device.devicetype_id}`, device])).values(),
  ]
  return new Map(
    rows.flatMap(({ id, project_id: project, nodemap_id: node, scope, conditions: text }): [number, number[]][] => {
      if (node === null || (readScope(scope)?.pollutant ?? null) === null) return []
      const rule = { conditions: readConditions(text) }
      const on = (device: LiveDevice): number[] => [nodeOn(registry, node, device, rule) ?? []].flat()
      return [[id, [...new Set([node, ...models.filter((device) => device.project_id === project).flatMap(on)])]]]
    }),
  )
}
