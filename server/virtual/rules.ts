import { parseIds } from '../../resources/kit/access.ts'
import { compileExpression, type Expression } from '../../resources/kit/expression.ts'
import { SHADOW_NAMES } from '../../resources/kit/rules.ts'
import type { Log } from '../log.ts'
import type { Storage, Tables } from '../storage/types.ts'
import type { Selectable } from 'kysely'
import type { VirtualRule } from './value.ts'

/** A virtual device with its rules. */
export interface Shadow {
  deviceId: number
  script: Expression | null
  rules: readonly VirtualRule[]
}

/** Loads the virtual devices that are turned on (en_shadow 1), with their rules. */
export async function loadShadows({ storage, log }: { storage: Storage; log: Log }): Promise<Shadow[]> {
  const [devices, rules] = await Promise.all([
    storage.read.selectFrom('device').select(['id', 'shadow_script']).where('en_shadow', '=', 1).execute(),
    storage.read
      .selectFrom('deviceai')
      .selectAll()
      .where('device_id', 'in', (query) => query.selectFrom('device').select('id').where('en_shadow', '=', 1))
      .orderBy('id')
      .execute(),
  ])
  return devices.flatMap(({ id, shadow_script }) => {
    const mine = rules.filter((rule) => rule.device_id === id)
    if (mine.length === 0) return []
    try {
      const script = shadow_script ? compileExpression(shadow_script, SHADOW_NAMES) : null
      return [{ deviceId: id, script, rules: mine.map(virtualRuleOf) }]
    } catch (error) {
      // Scripts are checked when they are saved, but other software may have filled the database.
      log.warn({ err: error, device: id }, 'the script of a virtual device cannot be read; the device is left out')
      return []
    }
  })
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function virtualRuleOf(row: Selectable<Tables['deviceai']>): VirtualRule {
  const numbers = (prefix: 'base_num' | 'rand_num'): number[] =>
    HOURS.map((hour) => Number(row[`${prefix}_${hour}` as keyof typeof row] ?? 0))
  const { other_device_id, other_nodemap_id } = row
  return {
    deviceId: row.device_id,
    nodeId: row.nodemap_id,
    nodeType: row.device_node_type,
    aiType: row.device_ai_type,
    amend: new Set(parseIds(row.amend_type)),
    other:
      other_device_id === null || other_nodemap_id === null
        ? null
        : { deviceId: other_device_id, nodeId: other_nodemap_id },
    base: numbers('base_num'),
    spread: numbers('rand_num'),
  }
}
