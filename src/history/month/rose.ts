import { metresPerSecondIn } from '../../environment/windSpeed.ts'
import { meanOfHours } from './figures.ts'
import type { HourLine, ShownHour } from './hours.ts'

/** Where wind speeds of a ring end, m/s; the last ring takes all above. */
export const RINGS = [1, 2, 4, 6] as const
/** Sectors around the compass, the first with north in its middle. */
export const SECTORS = 16
/** Cells of fewer hours are not drawn. */
const MIN_HOURS = 5
/** Below so many m/s the wind has no direction. */
const CALM = 0.3

export interface RoseCell {
  /** 0 is north, clockwise. */
  sector: number
  /** 0 is the slowest. */
  ring: number
  mean: number
  /** The hours that make it, epoch ms of their begin. */
  hours: readonly number[]
}

export interface Rose {
  cells: readonly RoseCell[]
  /** Hours with wind, direction and value, and those among them that were calm. */
  hours: number
  calm: number
}

/** The sector a direction lies in, degrees the wind comes from. */
export const sectorOf = (direction: number): number =>
  Math.floor(((((direction % 360) + 360) % 360) + 180 / SECTORS) / (360 / SECTORS)) % SECTORS

export const ringOf = (speed: number): number => {
  const ring = RINGS.findIndex((end) => speed < end)
  return ring < 0 ? RINGS.length : ring
}

/** The hours of a node that measures the wind's speed, in m/s; null where its unit leads to none. */
export function inMetresPerSecond(speed: HourLine): HourLine | null {
  const factor = metresPerSecondIn(speed.unit)
  if (factor === null || factor === 1) return factor === null ? null : speed
  return { ...speed, unit: 'm/s', hours: speed.hours.map((hour) => ({ ...hour, mean: hour.mean * factor })) }
}

/**
 * Means of a quantity by where the wind came from and how fast it was. Hours without all three are left out; directions are means of their own
 * (docs/wire.md, `history-hours`).
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

/** The cell with the greatest and the one with the least mean; null of fewer than two cells. */
export function roseEnds({ cells }: Rose): { most: RoseCell; least: RoseCell } | null {
  const sorted = cells.toSorted((one, other) => one.mean - other.mean)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least && most && least !== most ? { least, most } : null
}
