import { parseIds } from '../../resources/kit/access.ts'
import { applyScript } from '../../resources/kit/reading.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { newestQualities, type QualityLookup } from '../quality/newest.ts'
import { treeOf, type NorthDevice, type StoredRow } from './format.ts'
import { formatOf, type NorthFormat } from './formats/index.ts'
import { shape } from './shape.ts'

/** The columns of an interface's row that a push needs. */
export interface Interface {
  id: number
  name: string
  project_id: number
  url: string
  run_interval: number
  protocol: number
  info_id: number | null
  dev_list: string
}

export interface Payload {
  body: string
  type: NorthFormat['type']
  devices: number
}

/**
 * Makes the document of an interface from the live state. Devices that are disabled, deleted, or moved to another
 * project are left out.
 *
 * @param mine which devices the caller may see; all of them for the platform's own pushes
 */
export async function payloadOf(
  platform: Platform,
  row: Interface,
  now: number,
  mine: (device: LiveDevice) => boolean = () => true,
): Promise<Payload> {
  const { registry, storage } = platform
  const { name, project_id, protocol, info_id, dev_list } = row
  const rows =
    info_id === null
      ? []
      : await storage.read.selectFrom('northdatalist').selectAll().where('info_id', '=', info_id).execute()
  const live = parseIds(dev_list)
    .flatMap((id) => registry.device(id) ?? [])
    .filter((device) => device.control_state === 0 && device.project_id === project_id && mine(device))
  return documentOf(platform, { rows, live, name, protocol }, now)
}

/** Makes the document that rows of a format describe from live devices. */
export async function documentOf(
  platform: Platform,
  {
    rows,
    live,
    name,
    protocol,
  }: { rows: readonly StoredRow[]; live: readonly LiveDevice[]; name: string; protocol: number },
  now: number,
): Promise<Payload> {
  const { registry, settings, storage } = platform
  const format = formatOf(protocol)
  if (format.kind !== 'document') throw new TypeError(`protocol ${protocol} makes no documents`)
  const thoughts = await newestQualities(storage, live)
  const devices = live.map((device) => deviceOf(device, registry.isOnline(device, now), thoughts))
  const document = shape(treeOf(rows), { name, devices, now, timeZone: settings.timeZone })
  return { body: format.write(document), type: format.type, devices: devices.length }
}

const deviceOf = (device: LiveDevice, online: boolean, thoughts: QualityLookup): NorthDevice => ({
  id: device.id,
  sn: device.sn,
  sn_value: device.sn_value,
  name: device.name,
  project_id: device.project_id,
  district_id: device.district_id,
  gateway_id: device.gateway_id,
  devicetype_id: device.devicetype_id,
  online,
  time: device.lastAt,
  nodes: [...device.nodes.values()].map((node) => {
    const { id, alias, nodeaddr, unitname, node_script, last } = node
    return {
      id,
      alias,
      nodeaddr,
      unitname,
      value: last ? applyScript(node_script, last.value) : null,
      time: last?.ts ?? null,
      flag: last ? thoughts(device.id, node, last).flag : null,
    }
  }),
})
