import { wrap } from '../../resources/kit/wire.ts'
import type { RegisteredDevice } from './registered.ts'

/** A device's JSON and a comma, as UTF-8. */
export interface StateText {
  bytes: Buffer
  /** Serial number of the cached text, unique in this process. */
  serial: number
}

/** The parts of a device's JSON that depend on its record alone. */
export interface StateFrame {
  /** Everything before the online flags. */
  head: string
  /** What lies between the alarm list and the nodes. */
  middle: string
}

/** Returns the device's JSON as described in wire.md, from the cache where nothing changed. */
export function stateText(device: RegisteredDevice): StateText {
  const { text, online, gatewayOnline, flags } = device
  if (text && text.online === online && text.gatewayOnline === gatewayOnline && text.flags === flags) return text
  const { thresholds, silent, alarms, maintenance, maintenanceNext } = flags
  // Omitted for most devices, which violate no rule.
  const nodata = thresholds.length === 0 ? '' : `,"nodata_list":[${silent.join(',')}]`
  const told = alarms.length === 0 ? '' : `,"alarms":${JSON.stringify(alarms)}`
  const upkeep = maintenance === null ? '' : `,"maintenance_until":${maintenance}`
  const planned =
    maintenanceNext === null
      ? ''
      : `,"maintenance_next":${maintenanceNext.from},"maintenance_next_until":${maintenanceNext.to}`
  const said = `${online ? 1 : 0},"getewayisonline":${gatewayOnline ? 1 : 0},"thre_list":[${thresholds.join(',')}]${nodata}${told}${upkeep}${planned}`
  const { head, middle } = (device.frame ??= frameOf(device))
  const bytes = Buffer.from(`${head}${said}${middle}${nodesText(device)}},`)
  const serial = ++lastSerial
  device.text = { bytes, serial, online, gatewayOnline, flags }
  return device.text
}

let lastSerial = 0

function frameOf(device: RegisteredDevice): StateFrame {
  const { id, sn, name, district_id, project_id, gateway_id, devicetype_id } = device
  const { sort_num, control_state, acquisition_cycle } = device
  const first = {
    id,
    sn,
    sn_value: wrap(device.sn_value),
    name,
    district_id,
    project_id,
    gateway_id,
    devicetype_id,
    sort_num,
    control_state,
    acquisition_cycle,
  }
  const second = { positional: wrap(device.positional), json_data: wrap(device.json_data) }
  return {
    head: `${JSON.stringify(first).slice(0, -1)},"deviceisonline":`,
    middle: `,${JSON.stringify(second).slice(1, -1)}`,
  }
}

/** Returns the JSON of the nodes. Nodes that were never accessed have no values, so a list does not build them. */
function nodesText({ model, made }: RegisteredDevice): string {
  const parts = model.nodes.map(({ row, text }) => {
    const last = made?.get(row.id)?.last
    return `${text}${last ? `{"historydata":${last.value},"insertdate":${last.ts},"nodemapid":${row.id}}` : 'null'}}`
  })
  return `,"nodestatelist":[${parts.join(',')}]`
}

/** Joins the texts, each of which ends with a comma, into one JSON array. */
export function concatJson(texts: readonly StateText[], before: string, after: string): Buffer {
  const answer = Buffer.concat([
    Buffer.from(`${before}[`),
    ...texts.map(({ bytes }) => bytes),
    Buffer.from(`]${after}`),
  ])
  // Overwrites the last comma with a blank.
  if (texts.length > 0) answer[answer.length - Buffer.byteLength(`]${after}`) - 1] = 0x20
  return answer
}

/**
 * Returns a version (ETag) of these texts in this order: a 64-bit hash of their serial numbers, far cheaper than a hash
 * of the bytes.
 */
export function versionOf(texts: readonly StateText[]): string {
  let [high, low] = [texts.length, 0x9e3779b9]
  for (const { serial } of texts) {
    high = Math.imul(high ^ serial, 0x85ebca6b) ^ (low >>> 13)
    low = Math.imul(low + serial, 0xc2b2ae35) ^ (high >>> 16)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36).padStart(7, '0')}`
}
