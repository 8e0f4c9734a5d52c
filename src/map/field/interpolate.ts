/** Stations; positions and lengths in px of the picture. */
export interface Stations {
  xs: Float32Array
  ys: Float32Array
  values: Float32Array
  /** Distance within which a station has influence. */
  reach: number
}

export interface Grid {
  columns: number
  rows: number
  /** Side of a cell, px. */
  step: number
}

/** Results per grid point, row by row. */
export interface Interpolated {
  /** The interpolated value; 0 where no station reaches. */
  values: Float32Array
  /** Nearness of the nearest station: 1 at the station, 0 at its reach and beyond. */
  nearness: Float32Array
}

/** Above this reach, in cells, weights are split. */
const SPLIT_FROM = 40
/** Cells around a station within which a split weight is computed at every point. */
const NEAR = 16
/** The smooth part is computed at every COARSE-th point of a row or column, and interpolated linearly between them. */
const COARSE = 4

/** Below half a px a weight does not grow further; px². */
const THERE = 0.25

/**
 * Interpolates with inverse distance weights that reach 0 at the stations' reach (Franke and Little, ((R - d) / Rd)²).
 *
 * With a long reach, many stations contribute to each point. A weight is then split into a sum of two, as in particle
 * simulations (near ones exactly, the others on a mesh): a smooth part, which equals the weight except around the
 * station, where it continues flat; and the remainder, which is 0 beyond NEAR cells. Only the smooth part is computed
 * on the coarse grid. The resulting error is less than a shade of colour, and the distance to the nearest station stays
 * exact: nothing is drawn beyond the reach.
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
  // No point is further from its nearest station, and no remainder extends beyond `near`.
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

/**
 * The smooth part of a weight within `near`, px: linear in the square of the distance, continuing the weight's value
 * and slope there. Both are 0 if `near` is the reach.
 */
interface Smooth {
  near: number
  weight: number
  /** Per square of the distance. */
  slope: number
}

function smoothFrom(near: number, reach: number): Smooth {
  const part = 1 / near - 1 / reach
  return { near, weight: part * part, slope: -part / near ** 3 }
}

interface Mesh {
  /** Sums of the smooth weights, at each point of the fine grid. */
  weights: Float32Array
  /** Sums of the smooth weights times the stations' values. */
  sums: Float32Array
  /** Upper bound of the distance from a point of the fine grid to its nearest station, px. */
  furthest: number
}

/** Sums the smooth weights of all stations at every COARSE-th point. */
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

/** Interpolates a coarse grid of `across` columns linearly to the points of the fine grid. */
function between(coarse: Float32Array, across: number, { columns, rows }: Grid): Float32Array {
  const fine = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const down = (row % COARSE) / COARSE
    const above = Math.floor(row / COARSE) * across
    // For points on the coarse grid there may be no next point.
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
