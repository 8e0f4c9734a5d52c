export type ScalarField = (x: number, y: number) => number

export interface Isoline {
  level: number
  /** SVG path data of closed, smoothed rings. */
  path: string
}

/**
 * Lines of equal value of a field over a rectangle, by marching squares on a grid of `step` with linear interpolation. A frame of
 * low values is laid one step outside the rectangle, so that every line closes out of sight and its inside can be filled.
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
  /** Name of the grid edge that is crossed; neighbouring cells name it alike. */
  key: string
  x: number
  y: number
}

/** Sides of a cell: offset of the grid edge, and whether it runs horizontally. */
type Side = 'top' | 'right' | 'bottom' | 'left'
const sides: Record<Side, readonly [dx: number, dy: number, horizontal: boolean]> = {
  top: [0, 0, true],
  right: [1, 0, false],
  bottom: [0, 1, true],
  left: [0, 0, false],
}

/** How a line runs through a cell, by which corners lie above it (1 top left, 2 top right, 4 bottom right, 8 bottom left); the high side lies to the right. */
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

/** How the lines of a level run through a cell of these corners: pairs of its sides. */
export function courseOf(topLeft: number, topRight: number, bottomRight: number, bottomLeft: number, level: number) {
  const index =
    Number(topLeft > level) +
    2 * Number(topRight > level) +
    4 * Number(bottomRight > level) +
    8 * Number(bottomLeft > level)
  return courses[index] ?? []
}

/** Follows the segments round until each ring closes. */
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

/** A ring as quadratic curves through the middles of its sides. */
function smooth(ring: readonly Crossing[]): string {
  const middle = (a: Crossing, b: Crossing) => `${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`
  const [first] = ring
  const last = ring.at(-1)
  if (!first || !last) return ''
  return `M${middle(last, first)}${ring.map((point, index) => `Q${point.x.toFixed(1)} ${point.y.toFixed(1)} ${middle(point, ring[index + 1] ?? first)}`).join('')}Z`
}
