import type { LiveArea } from '../platform.ts'
import { CHECK_COLUMNS, type CheckRow } from '../quality/checks.ts'
import type { Storage } from '../storage/types.ts'

/** A node map joined with its node: all properties of a node that do not depend on its value. */
export interface NodeRow extends CheckRow {
  id: number
  devicetype_id: number
  nodeaddr: number
  alias: string
  registertype: number
  unitname: string | null
  min_value: number
  max_value: number
  range_factor: number | null
  no_value: string | null
  is_direction: number | null
  read_back: number | null
  node_script: string | null
  pollutant: number | null
  key_msg: string | null
  imginfo: string | null
}

/**
 * A device's row. Columns may be null even where the definition requires a value, since other software may have filled
 * the database.
 */
export interface DeviceRow {
  id: number
  sn: string | null
  sn_value: string | null
  name: string | null
  project_id: number | null
  district_id: number | null
  gateway_id: number | null
  devicetype_id: number | null
  control_state: number | null
  over_time: number | null
  acquisition_cycle: number | null
  save_cycle: number | null
  site: number | null
  sort_num: number | null
  positional: string | null
  json_data: string | null
}

const DEVICE_COLUMNS = [
  'id',
  'sn',
  'sn_value',
  'name',
  'project_id',
  'district_id',
  'gateway_id',
  'devicetype_id',
  'control_state',
  'over_time',
  'acquisition_cycle',
  'save_cycle',
  'site',
  'sort_num',
  'positional',
  'json_data',
] as const

/** Loads the devices with these ids. */
export const loadDevices = ({ read }: Storage, ids: readonly number[]): Promise<DeviceRow[]> =>
  read.selectFrom('device').select(DEVICE_COLUMNS).where('id', 'in', ids).execute()

/** Loads the ids of all devices. */
export async function loadDeviceIds({ read }: Storage): Promise<number[]> {
  const rows = await read.selectFrom('device').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Loads the nodes of every product model, in display order. */
export const loadNodes = ({ read }: Storage): Promise<NodeRow[]> =>
  read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'nodemap.devicetype_id', 'nodemap.nodeaddr', 'nodemap.alias', 'nodemap.key_msg'])
    .select([
      'node.registertype',
      'node.unitname',
      'node.min_value',
      'node.max_value',
      'node.range_factor',
      'node.no_value',
      'node.is_direction',
      'node.read_back',
      'node.node_script',
      'node.pollutant',
      'node.imginfo',
    ])
    .select(CHECK_COLUMNS.map((column) => `node.${column}` as const))
    .orderBy('nodemap.nodeaddr')
    .orderBy('nodemap.id')
    .execute()

/** Loads the air quality scheme of each project that chose one, by project id. */
export async function loadSchemes({ read }: Storage): Promise<ReadonlyMap<number, number | null>> {
  const rows = await read
    .selectFrom('project')
    .select(['id', 'air_scheme'])
    .where('air_scheme', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, air_scheme }) => [id, air_scheme]))
}

export async function loadAreas({ read }: Pick<Storage, 'read'>): Promise<LiveArea[]> {
  const rows = await read.selectFrom('district').select(['id', 'superid', 'project_id', 'build_state']).execute()
  return rows.map((row) => ({ ...row, build_state: row.build_state ?? 0 }))
}
