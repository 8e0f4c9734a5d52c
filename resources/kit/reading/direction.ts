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

/** How stored values become degrees by a display script that is a straight line, as of a station that sends tenths; any other is passed over. */
export function turnOf(script: string | null): Turn {
  const [zero, one, other] = [0, 1000, 400].map((value) => shownNumber(script, value))
  if (zero == null || one == null || other == null || one === zero) return DEGREES
  const scale = (one - zero) / 1000
  return Math.abs(zero + scale * 400 - other) <= 1 ? { scale, offset: zero } : DEGREES
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
