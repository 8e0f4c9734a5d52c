import type { Selectable } from 'kysely'
import { parseIds } from '../../../resources/kit/access.ts'
import { occurrencesOf, type Occurrences } from '../../../resources/kit/maintenance.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { LiveDevice, Registry } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'

/** A maintenance window as it is kept in memory. Of devices, area, model and rule null (or empty) narrows nothing. */
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

/** A stored record as a window; null where it is not enabled or, filled by other hands, names nothing or no times. */
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

/** What a record names of what a window may cover. */
export type Named = Pick<WindowRow, 'device_list' | 'district_id' | 'devicetype_id' | 'threshold_id'>

/** Whether a record names anything at all: a window over everything is a mistake rather than a wish. */
export const namesAnything = ({ device_list, district_id, devicetype_id, threshold_id }: Named): boolean =>
  parseIds(device_list).length > 0 || district_id !== null || devicetype_id !== null || threshold_id !== null

/** Whether nothing but a rule narrows a window: it is over all devices of that rule, also those that it watches later. */
export const coversAll = ({ devices, area, model }: Pick<MaintenanceWindow, 'devices' | 'area' | 'model'>): boolean =>
  devices.size === 0 && area === null && model === null

/** Whether a device stands in what a window names, its rule aside. */
export const covers = (
  { project, devices, area, model }: Pick<MaintenanceWindow, 'project' | 'devices' | 'area' | 'model'>,
  device: Pick<LiveDevice, 'id' | 'project_id' | 'district_id' | 'devicetype_id'>,
  below: ReadonlySet<number> | null,
): boolean =>
  device.project_id === project &&
  (devices.size === 0 || devices.has(device.id)) &&
  (area === null || (below?.has(device.district_id) ?? false)) &&
  (model === null || device.devicetype_id === model)

/** The devices that a window covers as they are now, its rule aside. */
export function devicesCovered(
  registry: Pick<Registry, 'devices' | 'device' | 'areasBelow'>,
  window: Pick<MaintenanceWindow, 'project' | 'devices' | 'area' | 'model'>,
): LiveDevice[] {
  const below = window.area === null ? null : registry.areasBelow([window.area])
  const named =
    window.devices.size === 0 ? registry.devices() : [...window.devices].flatMap((id) => registry.device(id) ?? [])
  return named.filter((device) => covers(window, device, below))
}
