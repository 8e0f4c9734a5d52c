import { metresPerSecondIn } from '../../environment/windSpeed.ts'
import { meanOfHours } from './figures.ts'
import type { HourLine, ShownHour } from './hours.ts'

/** Upper wind speeds of the rings, m/s; the last ring has no upper limit. */
export const RINGS = [1, 2, 4, 6] as const
/** Sectors of the compass, the first centred on north. */
export const SECTORS = 16
/** Cells with fewer hours are not drawn. */
const MIN_HOURS = 5
/** Wind below this speed has no direction, m/s. */
const CALM = 0.3

export interface RoseCell {
  /** 0 is north, clockwise. */
  sector: number
  /** 0 is the slowest. */
  ring: number
  mean: number
  /** The cell's hours, ms since the epoch of their begin. */
  hours: readonly number[]
}

export interface Rose {
  cells: readonly RoseCell[]
  /** Hours with wind speed, direction and value, and the calm ones among them. */
  hours: number
  calm: number
}

/** Returns the sector of a direction; the direction is that from which the wind comes, in degrees. */
export const sectorOf = (direction: number): number =>
  Math.floor(((((direction % 360) + 360) % 360) + 180 / SECTORS) / (360 / SECTORS)) % SECTORS

export const ringOf = (speed: number): number => {
  const ring = RINGS.findIndex((end) => speed < end)
  return ring < 0 ? RINGS.length : ring
}

/** Converts the hours of a wind speed node to m/s; null if its unit is unknown. */
export function inMetresPerSecond(speed: HourLine): HourLine | null {
  const factor = metresPerSecondIn(speed.unit)
  if (factor === null || factor === 1) return factor === null ? null : speed
  return { ...speed, unit: 'm/s', hours: speed.hours.map((hour) => ({ ...hour, mean: hour.mean * factor })) }
}

/**
 * Returns the means of a quantity by wind direction and speed. Hours without all three are left out; directions are
 * vector means of their own (docs/wire.md, `history-hours`).
 *
 * @param speeds in m/s
 */
export function roseOf(
  values: readonly ShownHour[],
  speeds: readonly ShownHour[],
  directions: readonly ShownHour[],
  isSound: boolean,
): Rose {
  const [speedAt, directionAt] = [speeds, directions].map((hours) => new Map(hours.map(({ at, mean }) => [at, mean])))
  const cells = new Map<number, ShownHour[]>()
  let [hours, calm] = [0, 0]
  for (const hour of values) {
    const [speed, direction] = [speedAt?.get(hour.at), directionAt?.get(hour.at)]
    if (speed === undefined || direction === undefined) continue
    hours++
    if (speed < CALM) {
      calm++
      continue
    }
    const key = sectorOf(direction) * (RINGS.length + 1) + ringOf(speed)
    const own = cells.get(key)
    if (own) own.push(hour)
    else cells.set(key, [hour])
  }
  const enough = [...cells].filter(([, own]) => own.length >= MIN_HOURS)
  return {
    hours,
    calm,
    cells: enough.map(([key, own]) => ({
      sector: Math.floor(key / (RINGS.length + 1)),
      ring: key % (RINGS.length + 1),
      mean: meanOfHours(own, isSound) ?? 0,
      hours: own.map(({ at }) => at),
    })),
  }
}

/** Returns the cells with the highest and the lowest mean; null for fewer than two cells. */
export function roseEnds({ cells }: Rose): { most: RoseCell; least: RoseCell } | null {
  const sorted = cells.toSorted((one, other) => one.mean - other.mean)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least && most && least !== most ? { least, most } : null
}
