import { shownNumber } from './script.ts'

/** The fields of a node that tell whether it measures a direction or a wind speed. */
export interface DirectionRow {
  /** The node map's id. */
  id: number
  node_script: string | null
  key_msg: string | null
  is_direction: number | null
}

/** A node that measures a direction. */
export interface Direction {
  nodemap: number
  turn: Turn
  /** The node map of the same device that measures the matching speed; null if there is none. */
  speed: number | null
}

/** How a stored value becomes degrees: `offset + scale * value`. */
export interface Turn {
  scale: number
  offset: number
}

/** Codes of HJ 212 for the direction and the speed of the wind. */
const [WIND_DIRECTION, WIND_SPEED] = ['a01008', 'a01007']

const codeOf = (key_msg: string | null): string => (key_msg ?? '').trim().split('-')[0] ?? ''

/** Whether a node measures a direction: by the code its values are sent under, or by its own flag. */
export const isDirection = ({ key_msg, is_direction }: Pick<DirectionRow, 'key_msg' | 'is_direction'>): boolean =>
  is_direction === 1 || codeOf(key_msg) === WIND_DIRECTION

/** Returns the direction nodes of a model, whose nodes are given in display order. */
export function directionsIn(rows: readonly DirectionRow[]): Direction[] {
  const speed = rows.find(({ key_msg }) => codeOf(key_msg) === WIND_SPEED)?.id ?? null
  return rows
    .filter(isDirection)
    .map(({ id, node_script }) => ({ nodemap: id, turn: turnOf(node_script), speed: speed === id ? null : speed }))
}

/**
 * The fields of a node that tell whether it measures the wind; a platform that does not send codes and flags leaves
 * them out.
 */
export interface WindRow {
  /** The node map's id. */
  id: number
  unitname: string | null
  key_msg?: string | null
  is_direction?: number | null
  /** Whether the node measures a pollutant of water. */
  isWater: boolean
}

/** The nodes of a device that measure the wind: the direction it comes from, and its speed. */
export interface WindNodes {
  direction: number
  speed: number
}

/**
 * Returns the wind nodes of a model, from all of its nodes in display order; null if it does not measure both. Codes
 * take precedence, then the direction flag, then units. Flag and units do not count for a model of water, whose m/s are
 * those of the river.
 */
export function windIn(rows: readonly WindRow[]): WindNodes | null {
  const isAir = !rows.some(({ key_msg, isWater }) => isWater || WATER_CODE.test(codeOf(key_msg ?? null)))
  const coded = (code: string) => rows.find(({ key_msg }) => codeOf(key_msg ?? null) === code)
  const inUnits = (units: ReadonlySet<string>) =>
    isAir ? rows.find(({ unitname }) => units.has((unitname ?? '').trim())) : undefined
  const flagged = isAir ? rows.find(({ is_direction }) => is_direction === 1) : undefined
  const direction = coded(WIND_DIRECTION) ?? flagged ?? inUnits(DEGREE_UNITS)
  const speed = coded(WIND_SPEED) ?? inUnits(SPEED_UNITS)
  return direction && speed && direction !== speed ? { direction: direction.id, speed: speed.id } : null
}

/** Codes of HJ 212 for parameters of water, such as w01018. */
const WATER_CODE = /^w\d/
const DEGREE_UNITS: ReadonlySet<string> = new Set(['°', 'º', 'deg', '度'])
const SPEED_UNITS: ReadonlySet<string> = new Set(['m/s'])

/**
 * Returns how stored values become degrees, from a display script that is linear, such as that of a station that sends
 * tenths; any other script is ignored.
 */
export function turnOf(script: string | null): Turn {
  const [zero, one, other] = [0, 1000, 400].map((value) => shownNumber(script, value))
  if (zero == null || one == null || other == null || one === zero) return DEGREES
  const scale = (one - zero) / 1000
  return Math.abs(zero + scale * 400 - other) <= 1 ? { scale, offset: zero } : DEGREES
}

/** Returns the change between two stored directions the shorter way round: half a turn at most. */
export function shorterWay(change: number, { scale }: Pick<Turn, 'scale'>): number {
  // A change that needs no correction stays exact: equal values draw a flat line.
  return change - (360 / scale) * Math.round((change * scale) / 360)
}

const DEGREES: Turn = { scale: 1, offset: 0 }

/** The mean resultant of unit vectors has no direction if it is shorter than this. */
export const SHORTEST_RESULTANT = 1e-6

/**
 * Returns the direction of a sum of unit vectors, 0 to 360 degrees (360 excluded); null if the resultant is too short
 * to have one.
 *
 * @param count number of vectors in the sum
 */
export function resultantDirection(sine: number, cosine: number, count: number): number | null {
  if (count <= 0 || Math.hypot(sine, cosine) <= SHORTEST_RESULTANT * count) return null
  const degrees = Math.round(((Math.atan2(sine, cosine) * 180) / Math.PI) * 1e9) / 1e9
  return degrees < 0 ? degrees + 360 : degrees + 0
}
