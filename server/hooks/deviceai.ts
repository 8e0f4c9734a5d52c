import type { Transaction } from 'kysely'
import { dictionary } from '../../resources/dictionary.ts'
import { parseIds } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { ringOfCopy } from '../alarms/scope/ring.ts'
import { duplicate, invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'

type Trx = Transaction<AnyTables>

/** DeviceAiAiType: the value of another device. */
const OTHER = 2
/** Longest chain of references; a longer one is refused. */
const MAX_CHAIN_LENGTH = 32

export const deviceaiHook: Hook = {
  async beforeSave({ row, id, platform }, trx) {
    const [deviceId, nodeId] = [Number(row.device_id), Number(row.nodemap_id)]
    const device = await deviceOf(trx, deviceId)
    if (!device) throw invalid({ device_id: { key: 'error.rule.missing' } })
    row.project_id = device.project_id
    const problems: Record<string, Problem> = {}
    if (!(await measures(trx, device.devicetype_id, nodeId))) problems.nodemap_id = { key: 'error.telemetry.node' }
    if (
      !parseIds(String(row.amend_type)).every((type) =>
        dictionary.DeviceAiAmendType.some(({ value }) => value === type),
      )
    )
      problems.amend_type = { key: 'error.rule.choice' }
    if (row.device_ai_type === OTHER) Object.assign(problems, await sourceProblems(trx, row, device.project_id))
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const same = await trx
      .selectFrom('deviceai')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('nodemap_id', '=', nodeId)
      .execute()
    if (same.some((rule) => rule.id !== id)) throw duplicate({ nodemap_id: { key: 'error.rule.unique' } })
    if (row.device_ai_type !== OTHER) return
    const from = { device: Number(row.other_device_id), nodemap: Number(row.other_nodemap_id) }
    const copy = { id: id ?? 0, device: deviceId, nodemap: nodeId, from }
    const ring = await ringOfCopy(platform.registry, trx, copy, device.project_id ?? 0)
    if (ring) throw invalid({ other_nodemap_id: ring })
  },
}

interface Device {
  project_id: number | null
  devicetype_id: number
}

async function deviceOf(trx: Trx, id: number): Promise<Device | null> {
  const device = await trx
    .selectFrom('device')
    .select(['project_id', 'devicetype_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return device
    ? {
        project_id: device.project_id === null ? null : Number(device.project_id),
        devicetype_id: Number(device.devicetype_id),
      }
    : null
}

const measures = async (trx: Trx, devicetypeId: number, nodeId: number): Promise<boolean> =>
  (await trx
    .selectFrom('nodemap')
    .select('id')
    .where('id', '=', nodeId)
    .where('devicetype_id', '=', devicetypeId)
    .executeTakeFirst()) !== undefined

/**
 * Returns the problems of a rule's source, which has to be a node of another device of the same project and must not
 * lead back to the rule's own node.
 */
async function sourceProblems(trx: Trx, row: Row, project: number | null): Promise<Record<string, Problem>> {
  const [otherId, otherNode] = [Number(row.other_device_id), Number(row.other_nodemap_id)]
  const other = await deviceOf(trx, otherId)
  if (!other) return { other_device_id: { key: 'error.rule.missing' } }
  if (other.project_id !== project) return { other_device_id: { key: 'error.rule.otherProject' } }
  if (!(await measures(trx, other.devicetype_id, otherNode)))
    return { other_nodemap_id: { key: 'error.telemetry.node' } }
  let [device, node] = [otherId, otherNode]
  for (let length = 0; length < MAX_CHAIN_LENGTH; length++) {
    if (device === row.device_id && node === row.nodemap_id) return { other_nodemap_id: { key: 'error.rule.cycle' } }
    const next = await trx
      .selectFrom('deviceai')
      .select(['other_device_id', 'other_nodemap_id'])
      .where('device_id', '=', device)
      .where('nodemap_id', '=', node)
      .where('device_ai_type', '=', OTHER)
      .executeTakeFirst()
    if (!next) return {}
    ;[device, node] = [Number(next.other_device_id), Number(next.other_nodemap_id)]
  }
  return { other_nodemap_id: { key: 'error.rule.cycle' } }
}
