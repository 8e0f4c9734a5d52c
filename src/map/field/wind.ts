import type { NodeState } from '../../../dataProvider/normalise.ts'
import { shownNumber, type WindNodes } from '../../../resources/kit/reading.ts'
import { metresPerSecondIn } from '../../environment/windSpeed.ts'

/** A wind measurement. */
export interface Wind {
  /** m/s */
  speed: number
  /** Direction from which it comes, degrees clockwise from north. */
  from: number
}

/** Below this speed the wind has no direction, m/s. */
const CALM = 0.3
const MIN_LENGTH = 9
const MAX_LENGTH = 30
const PER_SPEED = 4
const HEAD = 7

type Corner = readonly [dx: number, dy: number]

/**
 * Returns a wind as lines around a point, px: an arrow in the direction it blows to, whose length shows the speed, or a
 * ring.
 */
export function windArrow({ speed, from }: Wind): { radius: number; lines: readonly (readonly Corner[])[] } {
  if (speed < CALM) return { radius: 4, lines: [] }
  const half = Math.min(MIN_LENGTH + PER_SPEED * speed, MAX_LENGTH) / 2
  const angle = ((from + 180) * Math.PI) / 180
  const along = (length: number, turn = 0): Corner => [
    length * Math.sin(angle + turn),
    -length * Math.cos(angle + turn),
  ]
  const [tipX, tipY] = along(half)
  const barb = (turn: number): Corner => {
    const [dx, dy] = along(HEAD, Math.PI + turn)
    return [tipX + dx, tipY + dy]
  }
  return {
    radius: 0,
    lines: [
      [along(-half), [tipX, tipY]],
      [barb(0.45), [tipX, tipY], barb(-0.45)],
    ],
  }
}

type WindNode = Pick<NodeState, 'id' | 'value' | 'node_script' | 'unitname'>

/**
 * Returns the wind from two nodes of a device, from displayed values; null if one has no value, or the unit of the
 * speed is unknown.
 */
export function windNow(nodes: readonly WindNode[], { direction, speed }: WindNodes): Wind | null {
  const nodeOf = (of: number) => nodes.find(({ id }) => id === of)
  const shown = ({ value, node_script }: WindNode): number | null =>
    value === null ? null : shownNumber(node_script, value)
  const [fastNode, fromNode] = [nodeOf(speed), nodeOf(direction)]
  if (!fastNode || !fromNode) return null
  const factor = metresPerSecondIn(fastNode.unitname)
  const [fast, from] = [shown(fastNode), shown(fromNode)]
  if (factor === null || fast === null || from === null || fast < 0 || from < 0 || from > 360) return null
  return { speed: fast * factor, from }
}

interface Place {
  x: number
  y: number
}

/**
 * Returns the places on a map that are at least `least` px apart: each place unless an earlier one is nearer. In a
 * crowd one arrow represents its neighbours.
 */
export function standingApart<T extends Place>(places: readonly T[], least: number): T[] {
  // Uses cells of that width: only the nine cells around a place can contain a nearer one.
  const cells = new Map<string, Place[]>()
  return places.filter((place) => {
    const [column, row] = [Math.floor(place.x / least), Math.floor(place.y / least)]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const other of cells.get(`${column + dx} ${row + dy}`) ?? [])
          if (Math.hypot(other.x - place.x, other.y - place.y) < least) return false
    const key = `${column} ${row}`
    cells.set(key, [...(cells.get(key) ?? []), place])
    return true
  })
}
