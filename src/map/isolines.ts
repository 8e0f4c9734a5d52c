export type ScalarField = (x: number, y: number) => number

export interface Isoline {
  level: number
  /** SVG path data of closed, smoothed rings. */
  path: string
}

/**
 * Returns the isolines of a field over a rectangle, by marching squares on a grid of `step` with linear interpolation.
 * A border of low values one step outside the rectangle closes every line out of view, so that its inside can be
 * filled.
 */
export function isolines(
  field: ScalarField,
  width: number,
  height: number,
  step: number,
  levels: readonly number[],
): Isoline[] {
  const columns = Math.ceil(width / step) + 3
  const rows = Math.ceil(height / step) + 3
  const at = (column: number, row: number) => ({ x: (column - 1) * step, y: (row - 1) * step })
  const values = Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns
    const row = Math.floor(index / columns)
    const edge = column === 0 || row === 0 || column === columns - 1 || row === rows - 1
    const { x, y } = at(column, row)
    return edge ? Math.min(...levels) - 1 : field(x, y)
  })
  const value = (column: number, row: number) => values[row * columns + column] ?? 0

  return levels.map((level) => {
    const next = new Map<string, Crossing>()
    for (let row = 0; row < rows - 1; row++)
      for (let column = 0; column < columns - 1; column++)
        for (const [from, to] of courseOf(
          value(column, row),
          value(column + 1, row),
          value(column + 1, row + 1),
          value(column, row + 1),
          level,
        )) {
          const start = crossing(from, column, row)
          const end = crossing(to, column, row)
          next.set(start.key, end)
        }
    return { level, path: rings(next).map(smooth).join('') }

    function crossing(side: Side, column: number, row: number): Crossing {
      const [dx, dy, horizontal] = sides[side]
      const c = column + dx
      const r = row + dy
      const a = value(c, r)
      const b = horizontal ? value(c + 1, r) : value(c, r + 1)
      const part = (level - a) / (b - a)
      const { x, y } = at(c, r)
      return {
        key: `${horizontal ? 'h' : 'v'}${c},${r}`,
        x: horizontal ? x + part * step : x,
        y: horizontal ? y : y + part * step,
      }
    }
  })
}

interface Crossing {
  /** Name of the crossed grid edge; neighbouring cells use the same name. */
  key: string
  x: number
  y: number
}

/** Sides of a cell: offset of the grid edge, and whether it is horizontal. */
type Side = 'top' | 'right' | 'bottom' | 'left'
const sides: Record<Side, readonly [dx: number, dy: number, horizontal: boolean]> = {
  top: [0, 0, true],
  right: [1, 0, false],
  bottom: [0, 1, true],
  left: [0, 0, false],
}

/**
 * Course of a line through a cell, by which corners lie above it (1 top left, 2 top right, 4 bottom right, 8 bottom
 * left); the high side is on the right.
 */
const courses: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [['top', 'left']],
  [['right', 'top']],
  [['right', 'left']],
  [['bottom', 'right']],
  [
    ['top', 'left'],
    ['bottom', 'right'],
  ],
  [['bottom', 'top']],
  [['bottom', 'left']],
  [['left', 'bottom']],
  [['top', 'bottom']],
  [
    ['right', 'top'],
    ['left', 'bottom'],
  ],
  [['right', 'bottom']],
  [['left', 'right']],
  [['top', 'right']],
  [['left', 'top']],
  [],
]

/** Returns the course of a level's lines through a cell with these corners: pairs of its sides. */
export function courseOf(topLeft: number, topRight: number, bottomRight: number, bottomLeft: number, level: number) {
  const index =
    Number(topLeft > level) +
    2 * Number(topRight > level) +
    4 * Number(bottomRight > level) +
    8 * Number(bottomLeft > level)
  return courses[index] ?? []
}

/** Follows the segments until each ring closes. */
function rings(next: Map<string, Crossing>): Crossing[][] {
  const found: Crossing[][] = []
  for (const start of next.keys()) {
    const ring: Crossing[] = []
    for (let key = start, point = next.get(key); point; point = next.get(key)) {
      next.delete(key)
      ring.push(point)
      key = point.key
    }
    if (ring.length > 2) found.push(ring)
  }
  return found
}

/** Returns a ring as quadratic curves through the midpoints of its sides. */
function smooth(ring: readonly Crossing[]): string {
  const middle = (a: Crossing, b: Crossing) => `${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`
  const [first] = ring
  const last = ring.at(-1)
  if (!first || !last) return ''
  return `M${middle(last, first)}${ring.map((point, index) => `Q${point.x.toFixed(1)} ${point.y.toFixed(1)} ${middle(point, ring[index + 1] ?? first)}`).join('')}Z`
}
