import { readConditions, readScope } from '../../../resources/kit/rule.ts'
import type { Platform } from '../../platform.ts'
import { devicesOfScope, nodeOn } from './resolve.ts'

/** Coalescing window: changes within this time are followed together, ms. */
const BATCH_WINDOW_MS = 150
/** The tables whose changes move a device into a scope or out of one. */
const MOVING: ReadonlySet<string> = new Set(['device', 'district', 'node', 'nodemap'])

type Services = Pick<Platform, 'storage' | 'registry' | 'log'>

/**
 * Keeps `device_list` of rules with a scope up to date, whenever devices or areas change on any process. A rule that a
 * user saves meanwhile keeps what was saved. A device that changes its model may measure a pollutant by another node:
 * then each process reads the rule again. A device that closes a ring of linked controls is watched as well; its
 * switching is refused when the rule fires (../ganged.ts).
 */
export function followScopes(platform: Services): { settled(): Promise<void>; close(): void } {
  const { registry, log } = platform
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  /** By rule, the node maps by which the devices of a pollutant's scope measure it. */
  const nodes = new Map<number, string>()
  const run = (): void => {
    timer = null
    running = running
      .then(() => resolveScopes(platform, nodes))
      .catch((error: unknown) => log.error({ err: error }, 'the scopes of alarm rules could not be updated'))
  }
  registry.onChanged((table) => {
    if (MOVING.has(table)) timer ??= setTimeout(run, BATCH_WINDOW_MS).unref()
    return Promise.resolve()
  })
  return {
    async settled() {
      if (timer) {
        clearTimeout(timer)
        run()
      }
      await running
    },
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** Writes the devices of every scope whose rule names others. */
async function resolveScopes({ storage, registry }: Services, nodes: Map<number, string>): Promise<void> {
  const rows = await storage.read
    .selectFrom('threshold')
    .select(['id', 'scope', 'project_id', 'device_list', 'nodemap_id', 'conditions'])
    .where('scope', 'is not', null)
    .where('scope', '<>', '')
    .execute()
  const moved: number[] = []
  for (const { id, scope: text, project_id, device_list, nodemap_id: node, ...row } of rows) {
    const scope = readScope(text)
    if (!scope || node === null) continue
    const conditions = readConditions(row.conditions)
    const devices = devicesOfScope(registry, scope, { project: project_id ?? 0, node, conditions })
    const found = devices.map((device) => device.id).join(',')
    if (scope.pollutant !== null) {
      const measured = devices.map((device) => nodeOn(registry, node, device, { conditions })).join(',')
      if (nodes.has(id) && nodes.get(id) !== measured) moved.push(id)
      nodes.set(id, measured)
    }
    if (found === (device_list ?? '')) continue
    await storage.write((trx) =>
      trx.updateTable('threshold').set({ device_list: found }).where('id', '=', id).where('scope', '=', text).execute(),
    )
    moved.push(id)
  }
  if (moved.length > 0) await registry.changed('threshold', [...new Set(moved)])
}
