import type { AirScheme } from '../../standards/index.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import { noiseLevel } from '../../standards/levels.ts'
import type { Medium } from '../../standards/types.ts'
import type { Measures, Site } from '../live/measures.ts'
import type { Registry } from '../platform.ts'
import { validMeans, type Means } from './hours.ts'
import type { Station } from './stations.ts'
import { judgeHour, type MeasuredVerdict } from './verdicts.ts'

/** Stations of one medium that share a row: those of an area, all of them, or a single one. */
export interface Place {
  medium: Medium
  /** Identifies the row. */
  name: { dis_id: number | null } | { deviceid: number }
  /** By device. */
  sites: Map<number, Site>
  scheme: AirScheme
}

/**
 * One hour of a place. For air the mean of its stations' means, judged like that of one station; for sound and water
 * its worst station.
 */
export interface PlaceHour {
  /** Code of the standard by which the hour is judged. */
  standard: string
  index: number | null
  level: number | null
  primary: string[]
  /** For water: the parameters that determine the class, unless it is the best one. */
  deciding?: string[]
  /** For air: pollutants that the standard requires and for which no station has a valid mean. */
  missing?: string[]
  /** For sound: by how many dB it exceeds its limit. */
  exceeded?: number
  /** Number of stations with a valid mean. */
  stations: number
  /**
   * Number of stations by level, the best level first, for sound and water; for sound by the platform's scale of three
   * (standards/levels.ts).
   */
  classes: number[]
  /** The worst station, for sound and water. */
  worst: number | null
  /** Value, index and level by pollutant. */
  parts: Record<string, [value: number, index: number | null, level: number | null]>
}

/** How the rows of an answer are grouped. */
export type Grouping = 'area' | 'all' | 'station'

/**
 * Groups stations into places. By area: the areas right below `root` (null: the topmost), each with all areas below it.
 * While at most three areas are shown and one holds more than half of the stations, those below it are shown too, since
 * one large row says little about where.
 */
export function placesOf(
  stations: readonly Station[],
  { sites, schemes }: Pick<Measures, 'sites' | 'schemes'>,
  registry: Registry,
  { by, root }: { by: Grouping; root: number | null },
): Place[] {
  const areaOf = by === 'area' ? areasOf(stations, registry, root) : () => root
  const places = new Map<string, Place & { votes: Map<AirScheme, number> }>()
  for (const { device, medium } of stations) {
    const name = by === 'station' ? { deviceid: device.id } : { dis_id: areaOf(device.district_id) }
    const key = `${medium} ${JSON.stringify(name)}`
    const place = places.get(key) ?? { medium, name, sites: new Map(), scheme: 'HJ', votes: new Map() }
    places.set(key, place)
    place.sites.set(device.id, sites.get(device.id) ?? {})
    const scheme = schemes.get(device.project_id) ?? 'HJ'
    place.votes.set(scheme, (place.votes.get(scheme) ?? 0) + 1)
    // With stations of several projects, the scheme of most stations is used.
    place.scheme = [...place.votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most))[0]
  }
  return [...places.values()]
}

/** Returns a function that finds the shown area of a district: the deepest one on the path down to it. */
function areasOf(
  stations: readonly Station[],
  registry: Registry,
  root: number | null,
): (district: number) => number | null {
  const paths = new Map<number, number[]>()
  for (const { device } of stations)
    if (!paths.has(device.district_id)) paths.set(device.district_id, pathOf(device.district_id, registry, root))
  const shown = new Set([...paths.values()].flatMap((path) => path.slice(0, 1)))
  // An area that holds most stations says little about where, so the areas below it are shown instead while there are
  // few.
  for (let wide = wideOf(stations, paths, shown); shown.size <= FEW && wide; wide = wideOf(stations, paths, shown))
    for (const child of wide) shown.add(child)
  return (district) => paths.get(district)?.findLast((id) => shown.has(id)) ?? root
}

/** Up to this number of areas, a large one is split. */
const FEW = 3

/**
 * Returns the areas right below the area that holds more than half of the stations; null where there is none, or
 * nothing lies below.
 */
function wideOf(
  stations: readonly Station[],
  paths: ReadonlyMap<number, readonly number[]>,
  shown: ReadonlySet<number>,
): ReadonlySet<number> | null {
  const held = new Map<number, { count: number; below: Set<number> }>()
  for (const { device } of stations) {
    const path = paths.get(device.district_id) ?? []
    const at = path.findLastIndex((id) => shown.has(id))
    const area = path[at]
    if (area === undefined) continue
    const known = held.get(area) ?? { count: 0, below: new Set() }
    held.set(area, known)
    known.count++
    const child = path[at + 1]
    if (child !== undefined) known.below.add(child)
  }
  const wide = [...held.values()].find(({ count, below }) => below.size > 0 && count > stations.length / 2)
  return wide?.below ?? null
}

/** Returns the areas from below `root` down to a district; a cycle is walked only once. */
function pathOf(district: number, registry: Registry, root: number | null): number[] {
  const path: number[] = []
  for (let id = district; id !== root && !path.includes(id); ) {
    const area = registry.area(id)
    if (!area) break
    path.unshift(id)
    id = area.superid
  }
  return path
}

/** The stored means of a place's stations in an hour, by device. */
export type StationMeans = ReadonlyMap<number, Means>

/** Combines the means of an hour's stations: each pollutant averaged over the stations with a valid mean of it. */
export function meanOfStations(found: StationMeans): Means {
  const sums = new Map<string, { sum: number; count: number }>()
  for (const means of found.values())
    for (const [key, value] of Object.entries(validMeans('air', means))) {
      const sum = sums.get(key) ?? { sum: 0, count: 0 }
      sums.set(key, { sum: sum.sum + value, count: sum.count + 1 })
    }
  // Counts as a fully sampled hour, since invalid means are left out already.
  return Object.fromEntries([...sums].map(([key, { sum, count }]) => [key, [roundHalfUp(sum / count, 6), 60] as const]))
}

interface Moment {
  /** The day of the hour in the platform's time zone. */
  day: string
  /** Hour of the day on local clocks, 0 to 23. */
  hour: number
}

/**
 * Judges an hour at a place; null where no station has a valid mean. `past` are the means of the hours before, of air,
 * for schemes that look back.
 */
export function judgePlace(
  { medium, scheme, sites }: Place,
  found: StationMeans,
  past: readonly (Means | undefined)[],
  { day, hour }: Moment,
): PlaceHour | null {
  const stations = [...found.values()].filter((means) => Object.keys(validMeans(medium, means)).length > 0).length
  if (stations === 0) return null
  if (medium === 'air') {
    const verdict = judgeHour([meanOfStations(found), ...past], { medium, scheme, site: siteOf(sites), day }, hour)
    return { ...briefOf(verdict), missing: verdict.missing, stations, classes: [], worst: null }
  }
  const classes: number[] = []
  let worst: { device: number; verdict: MeasuredVerdict; weight: number } | null = null
  for (const [device, means] of found) {
    const verdict = judgeHour([means], { medium, scheme, site: sites.get(device) ?? {}, day }, hour)
    const level = medium === 'noise' ? noiseLevel(verdict.level, verdict.exceeded ?? null) : verdict.level
    if (level !== null) {
      while (classes.length < level) classes.push(0)
      classes[level - 1] = (classes[level - 1] ?? 0) + 1
    }
    const weight = weightOf(verdict)
    if (worst === null || weight > worst.weight) worst = { device, verdict, weight }
  }
  return worst && { ...briefOf(worst.verdict), stations, classes, worst: worst.device }
}

/**
 * Returns the rank of a station among those of its medium: by level, then by how far it exceeds the limit, then by
 * loudness.
 */
function weightOf({ level, exceeded, parts }: MeasuredVerdict): number {
  const loud = parts['leq']?.value ?? 0
  return (level ?? 0) * 1_000_000 + (exceeded ?? 0) * 1000 + loud
}

/**
 * Returns the site of a place. A mean over several stations, of which some may be roadside ones, is judged as an
 * ordinary one.
 */
export const siteOf = (sites: ReadonlyMap<number, Site>): Site => {
  const [only, more] = sites.values()
  return more === undefined ? (only ?? {}) : {}
}

function briefOf({
  standard,
  index,
  level,
  primary,
  deciding,
  exceeded,
  parts,
}: MeasuredVerdict): Omit<PlaceHour, 'missing' | 'stations' | 'classes' | 'worst'> {
  const brief: PlaceHour['parts'] = {}
  for (const [key, { value, index: own, level: class_ }] of Object.entries(parts))
    if (value !== null) brief[key] = [roundHalfUp(value, 4), own, class_]
  return {
    standard,
    index,
    level,
    primary,
    ...(deciding && { deciding }),
    ...(exceeded !== undefined && { exceeded }),
    parts: brief,
  }
}
