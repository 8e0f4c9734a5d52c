import type { Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Medium } from '../../standards/types.ts'
import { invalid, notFound } from '../errors.ts'
import { idOf } from '../http/body.ts'
import type { Measure, Measures } from '../live/measures.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { byMedium } from './job.ts'

/** Filters of the calls about the environment, as given in the query string. */
export interface Filter {
  pro_id?: string
  dis_id?: string
  deviceid?: string
  medium?: string
}

export interface Station {
  device: LiveDevice
  medium: Medium
  model: readonly Measure[]
}

/**
 * Returns the stations that a request names and its caller may see. A device that measures two media is two stations.
 *
 * @throws ApiError 404 for a device that the caller may not see; 400 for a wrong filter
 */
export function stationsOf(platform: Platform, { models }: Measures, caller: Caller, filter: Filter): Station[] {
  const stations: Station[] = []
  for (const device of devicesOf(platform, caller, filter))
    for (const [medium, model] of byMedium(models.get(device.devicetype_id) ?? NOTHING))
      if (!filter.medium || medium === filter.medium) stations.push({ device, medium, model })
  return stations
}

const NOTHING: readonly Measure[] = []

/** Returns the devices that a request names and its caller may see, regardless of what they measure. */
export function devicesOf(
  { registry }: Platform,
  caller: Caller,
  { pro_id, dis_id, deviceid, medium }: Filter,
): LiveDevice[] {
  const problems: Record<string, Problem> = {}
  const id = (name: string, text: string | undefined): number | null => {
    if (text === undefined || text === '') return null
    const value = idOf(text)
    if (value === null) problems[name] = { key: 'error.rule.ref' }
    return value
  }
  const [project, district, device] = [id('pro_id', pro_id), id('dis_id', dis_id), id('deviceid', deviceid)]
  if (medium !== undefined && medium !== '' && !['air', 'noise', 'water'].includes(medium))
    problems['medium'] = { key: 'error.rule.choice' }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const areas = district === null ? null : registry.areasBelow([district])
  const isAsked = (one: LiveDevice): boolean =>
    (project === null || one.project_id === project) && (areas === null || areas.has(one.district_id))
  if (device === null) return registry.devices().filter((one) => isAsked(one) && registry.mayTouch(caller, one))
  // Looked up directly, because a call that names a hundred stations comes here for each of them.
  const target = registry.device(device)
  if (!target || !registry.mayTouch(caller, target)) throw notFound()
  return isAsked(target) ? [target] : []
}
