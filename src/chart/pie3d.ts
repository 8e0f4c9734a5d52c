/** A ring seen from above and in front: ellipses around a centre, with a height. All in px of the drawing. */
export interface PieGeometry {
  cx: number
  cy: number
  /** Outer and inner semi-axes, horizontal and vertical. */
  outer: readonly [rx: number, ry: number]
  inner: readonly [rx: number, ry: number]
  depth: number
}

/** One slice: the paths of its top and its visible walls, and the position of its number. */
export interface Slice {
  top: string
  walls: string[]
  label: { x: number; y: number }
  /** Share of the whole, 0 to 1. */
  part: number
}

/**
 * Returns the slices of values in order, clockwise from the upper left. A value of 0 has no slice: its element is null.
 */
export function slicesOf(values: readonly number[], ring: PieGeometry): (Slice | null)[] {
  const sum = values.reduce((all, value) => all + value, 0)
  let end = START
  return values.map((value) => {
    if (value <= 0 || sum <= 0) return null
    const start = end
    end = start + (value / sum) * FULL
    const middle = (start + end) / 2
    const { cx, cy, outer, inner } = ring
    return {
      top: `${arc(ring, outer, start, end, 'M')}${arc(ring, inner, end, start, 'L')}Z`,
      walls: [
        ...clipped(start, end, 0, Math.PI).map(([a, b]) => wall(ring, outer, a, b)),
        ...BACK.flatMap(([a, b]) => clipped(start, end, a, b)).map(([a, b]) => wall(ring, inner, a, b)),
      ],
      label: {
        x: cx + (Math.cos(middle) * (outer[0] + inner[0])) / 2,
        y: cy + (Math.sin(middle) * (outer[1] + inner[1])) / 2,
      },
      part: value / sum,
    }
  })
}

const FULL = 2 * Math.PI
const START = (-110 / 180) * Math.PI
/** Angles grow clockwise from the right: of the outer wall the near half is visible, of the inner wall the far half. */
const BACK = [
  [-Math.PI, 0],
  [Math.PI, FULL],
] as const

const point = ({ cx, cy }: PieGeometry, [rx, ry]: readonly [number, number], angle: number, down = 0): string =>
  `${(cx + rx * Math.cos(angle)).toFixed(1)},${(cy + ry * Math.sin(angle) + down).toFixed(1)}`

/** Returns an arc in steps of at most half a turn: SVG draws no arc that ends where it began. */
function arc(
  ring: PieGeometry,
  [rx, ry]: readonly [number, number],
  start: number,
  end: number,
  first: 'M' | 'L',
  down = 0,
): string {
  const steps = Math.ceil(Math.abs(end - start) / (Math.PI * 0.99))
  const sweep = end > start ? 1 : 0
  const path = [`${first}${point(ring, [rx, ry], start, down)}`]
  for (let step = 1; step <= steps; step++)
    path.push(`A${rx},${ry} 0 0 ${sweep} ${point(ring, [rx, ry], start + ((end - start) * step) / steps, down)}`)
  return path.join('')
}

const wall = (ring: PieGeometry, axes: readonly [number, number], start: number, end: number): string =>
  `${arc(ring, axes, start, end, 'M')}${arc(ring, axes, end, start, 'L', ring.depth)}Z`

function clipped(start: number, end: number, from: number, to: number): [number, number][] {
  const [a, b] = [Math.max(start, from), Math.min(end, to)]
  return b - a > 1e-6 ? [[a, b]] : []
}
