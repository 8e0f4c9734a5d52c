import { ROOT_AREA } from '../../resources/area.ts'
import { parseIds } from '../../resources/kit/access.ts'
import { occurrencesOf, plainRrule, stateAt, timesProblem } from '../../resources/kit/maintenance.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { COLLECTING, WINDOW_STATE } from '../../resources/maintenance.ts'
import { devicesCovered, namesAnything, type Named } from '../alarms/maintenance/window.ts'
import { invalid } from '../errors.ts'
import type { LiveDevice, Registry } from '../platform.ts'
import type { Hook, PendingSave } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'

/**
 * Checks that the times of a window make sense, and that the caller manages all it covers. That each record exists and
 * may be seen has been checked before.
 */
export const maintenanceHook: Hook = {
  async beforeSave(saving, trx) {
    // An earlier check stays valid: a window can be disabled and renamed, whatever has become of its devices since.
    if (!coversAnew(saving)) return
    const { platform, row, signedIn } = saving
    const { registry, settings } = platform
    row.rrule = row.rrule ? plainRrule(String(row.rrule)) : null
    const named = namedOf(row)
    const problems: Record<string, Problem> = { ...timesProblem(timesOf(row), zoneOf(settings.timeZone)) }
    if (!namesAnything(named)) throw invalid({ ...problems, device_list: { key: 'error.maintenance.target' } })
    if (named.threshold_id !== null && row.collect === COLLECTING.off)
      problems.collect = { key: 'error.maintenance.ofRule' }
    const covered = devicesCovered(registry, {
      project: Number(row.project_id),
      devices: new Set(parseIds(named.device_list)),
      area: named.district_id,
      model: named.devicetype_id,
    })
    if (parseIds(named.device_list).length > 0 && covered.length === 0)
      problems.device_list = { key: 'error.maintenance.nothing' }
    const rule =
      named.threshold_id === null
        ? undefined
        : await trx
            .selectFrom('threshold')
            .select('device_list')
            .where('id', '=', named.threshold_id)
            .executeTakeFirst()
    row.place_id = placeOf(registry, named, covered, rule ? parseIds(String(rule.device_list ?? '')) : [])
    // A user who manages only some areas may not silence others.
    const place = { project_id: Number(row.project_id), district_id: row.place_id }
    if (!registry.mayTouch(signedIn.caller, place))
      problems[named.district_id === null ? 'device_list' : 'district_id'] ??= { key: 'error.maintenance.outside' }
    if (Object.keys(problems).length > 0) throw invalid(problems)
  },
  computed({ settings }, row) {
    const occurrences = occurrencesOf(timesOf(row), zoneOf(settings.timeZone))
    if (!occurrences) return { state: null, opens: null, closes: null }
    const { state, span } = stateAt(occurrences, Date.now())
    return {
      state: row.enable === 1 ? WINDOW_STATE[state] : WINDOW_STATE.off,
      opens: span?.from ?? null,
      closes: span?.to ?? null,
    }
  },
}

/** Whether a save creates a window, enables one, or changes when or what it silences. */
const coversAnew = ({ old, row }: PendingSave): boolean =>
  old === null ||
  (row.enable === 1 && old.enable !== 1) ||
  Object.entries(row).some(([name, value]) => !SAID.has(name) && String(old[name] ?? '') !== String(value ?? ''))

/** Fields of a window that do not change what it covers. */
const SAID: ReadonlySet<string> = new Set(['name', 'explained', 'enable'])

const timesOf = ({ starts, ends, rrule }: Row) => ({
  starts: Number(starts ?? Number.NaN),
  ends: Number(ends ?? Number.NaN),
  rrule: rrule ? String(rrule) : null,
})

const idOf = (value: Row[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

const namedOf = ({ device_list, district_id, devicetype_id, threshold_id }: Row): Named => ({
  device_list: device_list ? String(device_list) : null,
  district_id: idOf(district_id),
  devicetype_id: idOf(devicetype_id),
  threshold_id: idOf(threshold_id),
})

/**
 * Returns the lowest area that contains all that a window covers, now and later: the area that it names, that of its
 * devices or of its rule's devices, else the root.
 */
function placeOf(
  registry: Registry,
  { district_id, device_list }: Named,
  covered: readonly LiveDevice[],
  ofRule: readonly number[],
): number {
  if (district_id !== null) return district_id
  const devices = parseIds(device_list).length > 0 ? covered : ofRule.flatMap((id) => registry.device(id) ?? [])
  const [first, ...others] = devices.map((device) => wayUp(registry, device.district_id))
  return first?.find((area) => others.every((way) => way.includes(area))) ?? ROOT_AREA
}

/** Returns an area and those above it, up to the root. */
function wayUp(registry: Registry, area: number): number[] {
  const way: number[] = []
  for (let at: number | undefined = area; at && at !== ROOT_AREA && !way.includes(at); at = registry.area(at)?.superid)
    way.push(at)
  return way
}
