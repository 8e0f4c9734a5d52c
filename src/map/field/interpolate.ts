/** Stations; places and lengths in px of the picture. */
export interface Stations {
  xs: Float32Array
  ys: Float32Array
  values: Float32Array
  /** How far a station tells something. */
  reach: number
}

export interface Grid {
  columns: number
  rows: number
  /** Side of a cell, px. */
  step: number
}

/** Of each grid point, row by row. */
export interface Interpolated {
  /** Between the stations; 0 where none tells anything. */
  values: Float32Array
  /** How near the next station is: 1 there, 0 at its reach and beyond. */
  nearness: Float32Array
}

/** The weights of a reach of more cells than this are split. */
const SPLIT_FROM = 40
/** Cells around a station within which a split weight is worked out at every point. */
const NEAR = 16
/** The rest of it is worked out at every so many points of a row or column, and lies linearly between them. */
const COARSE = 4

/** Nearer than half a px a weight grows no more; px². */
const THERE = 0.25

/**
 * Interpolates by inverse distance weights that reach 0 at the stations' reach (Franke and Little, ((R - d) / Rd)²).
 *
 * With a long reach each of many stations counts at each point. There a weight is taken for the sum of two, as simulations of particles do (near ones
 * exactly, the others on a mesh): a smooth one, which is the weight itself but for what stands around the station, where it goes on flatly; and what is
 * left, which is 0 further than NEAR cells away. The smooth one is asked for on a coarse grid alone. What that changes is less than a shade of colour,
 * and how near the next station is stays exact: nothing is told beyond the reach.
 */
export function interpolated(stations: Stations, grid: Grid): Interpolated {
  const { columns, rows, step } = grid
  const { xs, ys, values, reach } = stations
  const isSplit = reach > SPLIT_FROM * step
  const near = isSplit ? NEAR * step : reach
  const smooth = smoothFrom(near, reach)
  const mesh = isSplit ? meshOf(stations, grid, smooth) : null
  const sums = mesh?.sums ?? new Float32Array(columns * rows)
  const weights = mesh?.weights ?? new Float32Array(columns * rows)
  const squares = new Float32Array(columns * rows).fill(Infinity)
  // No point has its next station further away, and no rest of a weight is further than `near`.
  const radius = mesh ? Math.max(near, Math.min(reach, mesh.furthest)) : reach
  const nearSquared = near * near
  const atReach = 1 / reach
  for (let station = 0; station < xs.length; station++) {
    const [x, y, value] = [xs[station] ?? 0, ys[station] ?? 0, values[station] ?? 0]
    const top = Math.max(0, Math.ceil((y - radius) / step))
    const bottom = Math.min(rows - 1, Math.floor((y + radius) / step))
    for (let row = top; row <= bottom; row++) {
      const dy = row * step - y
      const half = Math.sqrt(Math.max(0, radius * radius - dy * dy))
      const left = Math.max(0, Math.ceil((x - half) / step))
      const right = Math.min(columns - 1, Math.floor((x + half) / step))
      for (let at = row * columns + left, column = left; column <= right; column++, at++) {
        const dx = column * step - x
        const squared = dx * dx + dy * dy
        if (squared < (squares[at] ?? 0)) squares[at] = squared
        if (squared >= nearSquared) continue
        const part = 1 / Math.sqrt(Math.max(squared, THERE)) - atReach
        const weight = part * part - smooth.weight - smooth.slope * (squared - nearSquared)
        sums[at] = (sums[at] ?? 0) + weight * value
        weights[at] = (weights[at] ?? 0) + weight
      }
    }
  }
  for (let at = 0; at < squares.length; at++) {
    const weight = weights[at] ?? 0
    if (weight > 0) sums[at] = (sums[at] ?? 0) / weight
    squares[at] = Math.max(0, 1 - Math.sqrt(squares[at] ?? 0) / reach)
  }
  return { values: sums, nearness: squares }
}

/** What a weight goes on as within `near`, px: linear in the square of the distance, with its own value and slope there. Both are 0 where `near` is the reach. */
interface Smooth {
  near: number
  weight: number
  /** By the square of the distance. */
  slope: number
}

function smoothFrom(near: number, reach: number): Smooth {
  const part = 1 / near - 1 / reach
  return { near, weight: part * part, slope: -part / near ** 3 }
}

interface Mesh {
  /** Of the smooth weights, at each point of the fine grid. */
  weights: Float32Array
  /** The same times the stations' values. */
  sums: Float32Array
  /** No point of the fine grid is further from its next station, px. */
  furthest: number
}

/** Asks all stations for their smooth weights at every COARSE-th point. */
function meshOf({ xs, ys, values, reach }: Stations, grid: Grid, { near, weight: flat, slope }: Smooth): Mesh {
  const side = COARSE * grid.step
  const columns = Math.ceil((grid.columns - 1) / COARSE) + 1
  const rows = Math.ceil((grid.rows - 1) / COARSE) + 1
  const sums = new Float32Array(columns * rows)
  const weights = new Float32Array(columns * rows)
  const nearSquared = near * near
  const reachSquared = reach * reach
  const atReach = 1 / reach
  let furthest = 0
  for (let at = 0; at < sums.length; at++) {
    const x = (at % columns) * side
    const y = Math.floor(at / columns) * side
    let [sum, all, next] = [0, 0, Infinity]
    for (let station = 0; station < xs.length; station++) {
      const dx = (xs[station] ?? 0) - x
      const dy = (ys[station] ?? 0) - y
      const squared = dx * dx + dy * dy
      if (squared < next) next = squared
      if (squared >= reachSquared) continue
      const part = 1 / Math.sqrt(squared) - atReach
      const weight = squared < nearSquared ? flat + slope * (squared - nearSquared) : part * part
      sum += weight * (values[station] ?? 0)
      all += weight
    }
    sums[at] = sum
    weights[at] = all
    furthest = Math.max(furthest, next)
  }
  return {
    sums: between(sums, columns, grid),
    weights: between(weights, columns, grid),
    // A point lies within half a diagonal of a coarse one.
    furthest: Math.sqrt(furthest) + side * Math.SQRT1_2,
  }
}

/** Of a coarse grid of so many columns what lies linearly between its points, at each of the fine grid. */
function between(coarse: Float32Array, across: number, { columns, rows }: Grid): Float32Array {
  const fine = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const down = (row % COARSE) / COARSE
    const above = Math.floor(row / COARSE) * across
    // On a coarse point there may be none behind it.
    const below = down === 0 ? above : above + across
    for (let column = 0; column < columns; column++) {
      const along = (column % COARSE) / COARSE
      const left = Math.floor(column / COARSE)
      const right = along === 0 ? left : left + 1
      const upper = (coarse[above + left] ?? 0) * (1 - along) + (coarse[above + right] ?? 0) * along
      const lower = (coarse[below + left] ?? 0) * (1 - along) + (coarse[below + right] ?? 0) * along
      fine[row * columns + column] = upper * (1 - down) + lower * down
    }
  }
  return fine
}
