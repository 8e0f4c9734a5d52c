import { shownNumber } from './script.ts'

/** What of a node says whether it measures a direction or a wind's speed. */
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
  /** The node map of the same device that measures the speed of what has the direction; null where nothing does. */
  speed: number | null
}

/** Degrees of a stored value: `offset + scale * value`. */
export interface Turn {
  scale: number
  offset: number
}

/** Codes of HJ 212: the wind's direction and speed. */
const [WIND_DIRECTION, WIND_SPEED] = ['a01008', 'a01007']

const codeOf = (key_msg: string | null): string => (key_msg ?? '').trim().split('-')[0] ?? ''

/** Whether a node measures a direction: by the code its values are sent under, or by its own flag. */
export const isDirection = ({ key_msg, is_direction }: Pick<DirectionRow, 'key_msg' | 'is_direction'>): boolean =>
  is_direction === 1 || codeOf(key_msg) === WIND_DIRECTION

/** The directions of a model, whose nodes are given in the order they are shown. */
export function directionsIn(rows: readonly DirectionRow[]): Direction[] {
  const speed = rows.find(({ key_msg }) => codeOf(key_msg) === WIND_SPEED)?.id ?? null
  return rows
    .filter(isDirection)
    .map(({ id, node_script }) => ({ nodemap: id, turn: turnOf(node_script), speed: speed === id ? null : speed }))
}

/** What of a node says whether it tells the wind; a platform that does not say codes and flags leaves them out. */
export interface WindRow {
  /** The node map's id. */
  id: number
  unitname: string | null
  key_msg?: string | null
  is_direction?: number | null
  /** It measures a pollutant of water. */
  isWater: boolean
}

/** The nodes of a device that tell the wind: where it comes from, and how fast it is. */
export interface WindNodes {
  direction: number
  speed: number
}

/**
 * The nodes of a model that tell the wind, of all of its nodes in the order they are shown; null where it does not measure both. Codes count first,
 * then the flag of a direction, then units; these two not of a model for water, whose m/s are those of the river.
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

/** Codes of HJ 212 for what is in water: w01018. */
const WATER_CODE = /^w\d/
const DEGREE_UNITS: ReadonlySet<string> = new Set(['°', 'º', 'deg', '度'])
const SPEED_UNITS: ReadonlySet<string> = new Set(['m/s'])

/** How stored values become degrees by a display script that is a straight line, as of a station that sends tenths; any other is passed over. */
export function turnOf(script: string | null): Turn {
  const [zero, one, other] = [0, 1000, 400].map((value) => shownNumber(script, value))
  if (zero == null || one == null || other == null || one === zero) return DEGREES
  const scale = (one - zero) / 1000
  return Math.abs(zero + scale * 400 - other) <= 1 ? { scale, offset: zero } : DEGREES
}

/** The change between two directions as they are stored, the shorter way round: half a turn at most. */
export function shorterWay(change: number, { scale }: Pick<Turn, 'scale'>): number {
  // What needs no turn stays to the last digit: lines are flat whose values are the same.
  return change - (360 / scale) * Math.round((change * scale) / 360)
}

const DEGREES: Turn = { scale: 1, offset: 0 }

/** A resultant shorter than this, of vectors of length 1, has no direction. */
export const SHORTEST_RESULTANT = 1e-6

/**
 * The direction of a sum of vectors, 0 to 360 degrees (360 excluded); null where it vanishes.
 *
 * @param count vectors that make the sum
 */
export function resultantDirection(sine: number, cosine: number, count: number): number | null {
  if (count <= 0 || Math.hypot(sine, cosine) <= SHORTEST_RESULTANT * count) return null
  const degrees = Math.round(((Math.atan2(sine, cosine) * 180) / Math.PI) * 1e9) / 1e9
  return degrees < 0 ? degrees + 360 : degrees + 0
}
