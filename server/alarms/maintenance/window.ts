import type { Selectable } from 'kysely'
import { parseIds } from '../../../resources/kit/access.ts'
import { occurrencesOf, type Occurrences } from '../../../resources/kit/maintenance.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { LiveDevice, Registry } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'

/** A maintenance window in memory. Devices, area, model and rule each narrow it; null (or empty) does not. */
export interface MaintenanceWindow {
  id: number
  name: string
  project: number
  devices: ReadonlySet<number>
  area: number | null
  model: number | null
  rule: number | null
  collects: boolean
  times: Occurrences
}

export type WindowRow = Selectable<Tables['alarmmaintenance']>

/**
 * Converts a stored record to a window; null where it is not enabled, or names nothing or no times, as a record written
 * from outside the console may.
 */
export function windowOf(row: WindowRow, zone: Zone): MaintenanceWindow | null {
  const { starts, ends, project_id, enable } = row
  if (enable !== 1 || starts === null || ends === null || project_id === null || !namesAnything(row)) return null
  const times = occurrencesOf({ starts, ends, rrule: row.rrule }, zone)
  return (
    times && {
      id: row.id,
      name: row.name ?? '',
      project: project_id,
      devices: new Set(parseIds(row.device_list)),
      area: row.district_id,
      model: row.devicetype_id,
      rule: row.threshold_id,
      collects: row.collect !== 0,
      times,
    }
  )
}

/** The columns of a record that name what a window covers. */
export type Named = Pick<WindowRow, 'device_list' | 'district_id' | 'devicetype_id' | 'threshold_id'>

/** Whether a record names anything at all: a window over everything is taken for a mistake. */
export const namesAnything = ({ device_list, district_id, devicetype_id, threshold_id }: Named): boolean =>
  parseIds(device_list).length > 0 || district_id !== null || devicetype_id !== null || threshold_id !== null

/**
 * Whether only a rule narrows a window: it is over all devices of that rule, including those that the rule watches
 * later.
 */
export const coversAll = ({ devices, area, model }: Pick<MaintenanceWindow, 'devices' | 'area' | 'model'>): boolean =>
  devices.size === 0 && area === null && model === null

/** Whether a window covers a device, apart from its rule. */
export const covers = (
  { project, devices, area, model }: Pick<MaintenanceWindow, 'project' | 'devices' | 'area' | 'model'>,
  device: Pick<LiveDevice, 'id' | 'project_id' | 'district_id' | 'devicetype_id'>,
  below: ReadonlySet<number> | null,
): boolean =>
  device.project_id === project &&
  (devices.size === 0 || devices.has(device.id)) &&
  (area === null || (below?.has(device.district_id) ?? false)) &&
  (model === null || device.devicetype_id === model)

/** Returns the devices that a window covers as they are now, apart from its rule. */
export function devicesCovered(
  registry: Pick<Registry, 'devices' | 'device' | 'areasBelow'>,
  window: Pick<MaintenanceWindow, 'project' | 'devices' | 'area' | 'model'>,
): LiveDevice[] {
  const below = window.area === null ? null : registry.areasBelow([window.area])
  const named =
    window.devices.size === 0 ? registry.devices() : [...window.devices].flatMap((id) => registry.device(id) ?? [])
  return named.filter((device) => covers(window, device, below))
}
