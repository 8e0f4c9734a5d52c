import type { Transaction } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { HOLD } from '../../resources/kit/rule.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Row } from '../crud/row.ts'
import { invalid } from '../errors.ts'
import { settable } from '../live/setValue.ts'
import type { Registry } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { askForControl } from './linkedControl.ts'
import type { Hook } from './types.ts'

/** Devices of one rule. */
export const MAX_DEVICES = 1000

/** What a rule's parts must have in common (spec 2 §5). That each record exists, is the caller's and of the rule's project is looked at before. */
export const thresholdHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, platform } = saving
    row.hold_time ??= HOLD
    const devices = [...new Set(parseIds(textOf(row.device_list)))]
    row.device_list = devices.join(',')
    askForControl(saving)
    const problems = {
      ...(await devicesProblem(trx, devices, row)),
      ...(row.enable_ganged === 1 && gangedProblem(platform.registry, row)),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
  },
}

async function devicesProblem(
  trx: Transaction<AnyTables>,
  devices: readonly number[],
  row: Row,
): Promise<Record<string, Problem>> {
  if (devices.length === 0) return { device_list: { key: 'error.rule.required' } }
  if (devices.length > MAX_DEVICES) return { device_list: { key: 'error.alarm.tooMany', args: { max: MAX_DEVICES } } }
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'devicetype_id', 'project_id'])
    .where('id', 'in', devices)
    .execute()
  if (rows.length < devices.length) return { device_list: { key: 'error.rule.missing' } }
  if (rows.some(({ project_id }) => project_id !== row.project_id))
    return { device_list: { key: 'error.rule.otherProject' } }
  const type = rows[0]?.devicetype_id ?? null
  if (rows.some(({ devicetype_id }) => devicetype_id !== type)) return { device_list: { key: 'error.alarm.sameType' } }
  const nodemap = await trx
    .selectFrom('nodemap')
    .select('devicetype_id')
    .where('id', '=', row.nodemap_id ?? null)
    .executeTakeFirst()
  return nodemap?.devicetype_id === type ? {} : { nodemap_id: { key: 'error.alarm.nodeType' } }
}

/** The linked value must be one that its node takes: a rule that could never act is no rule. */
function gangedProblem(registry: Registry, row: Row): Record<string, Problem> {
  const device = registry.device(Number(row.ganged_device_id))
  if (!device) return { ganged_device_id: { key: 'error.rule.missing' } }
  if (device.project_id !== row.project_id) return { ganged_device_id: { key: 'error.rule.otherProject' } }
  const node = device.nodes.get(Number(row.ganged_nodemap_id))
  if (!node) return { ganged_nodemap_id: { key: 'error.alarm.nodeType' } }
  const problem = settable(node, Number(row.ganged_value))
  return problem ? { [problem.key === 'error.telemetry.readOnly' ? 'ganged_nodemap_id' : 'ganged_value']: problem } : {}
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
