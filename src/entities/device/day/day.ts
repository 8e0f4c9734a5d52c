import type { Zone } from '../../../../resources/kit/zone.ts'
import type { PushedSample } from '../../../../dataProvider/calls/device.ts'

/**
 * Values of a virtual rule for one day: for each hour a base value and a spread (base ± spread). This file holds the
 * pure helpers of its curve.
 */
export interface DayValues {
  base: readonly number[]
  rand: readonly number[]
}

export type DayPart = keyof DayValues

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Returns the name of the rule's field for a part and an hour: base_num_0 … base_num_23. */
export const fieldOf = (part: DayPart, hour: number): string => `${part}_num_${hour}`

/**
 * Value range of the curve with its gridlines; slightly larger than the values, so that a handle can be dragged beyond
 * them.
 */
export interface Domain {
  min: number
  max: number
  /** Distance between two gridlines. */
  tick: number
  /** Change of the value by one press of an arrow key. */
  step: number
}

export function domainOf({ base, rand }: DayValues): Domain {
  const low = Math.min(...HOURS.map((hour) => at(base, hour) - Math.abs(at(rand, hour))))
  const high = Math.max(...HOURS.map((hour) => at(base, hour) + Math.abs(at(rand, hour))))
  const span = high - low || Math.abs(high) || 40
  const tick = niceStep((high - low + 0.4 * span) / 6)
  // Where all values are at or above 0, the axis begins at 0 or above: most quantities have no negative values.
  const min =
    low >= 0 ? Math.max(0, Math.floor((low - span * 0.2) / tick) * tick) : Math.floor((low - span * 0.2) / tick) * tick
  const max = Math.ceil((high + span * 0.2) / tick) * tick
  return { min, max, tick, step: niceStep((max - min) / 100) }
}

export const ticksOf = ({ min, max, tick }: Domain): number[] =>
  Array.from({ length: Math.round((max - min) / tick) + 1 }, (_, index) => tidy(min + index * tick))

/** Returns 1, 2 or 5 times a power of ten, at least `target`. */
function niceStep(target: number): number {
  const power = 10 ** Math.floor(Math.log10(target))
  return tidy([1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= target * 0.999) ?? power * 10)
}

/** Rounds to 12 significant digits, which removes binary fractions; the server accepts at most 10 decimals. */
const tidy = (value: number): number => Number(value.toPrecision(12)) || 0

export const snapped = (value: number, step: number): number => tidy(Math.round(value / step) * step)

/** Moves each value towards its neighbours; hour 0 follows hour 23. */
export const smoothed = (values: readonly number[]): number[] =>
  HOURS.map((hour) => rounded((at(values, hour - 1) + 2 * at(values, hour) + at(values, hour + 1)) / 4))

/** Shifts the day by `by` hours. */
export const shiftHours = (values: readonly number[], by: number): number[] =>
  HOURS.map((hour) => at(values, hour - by))

/**
 * Returns the day that samples describe: for each hour their mean, and a spread under which evenly distributed random
 * values vary as much as the samples did. Hours are those of the platform's clocks. Hours without a sample are
 * interpolated between their neighbours; null without any sample.
 */
export function dayFromSamples(samples: readonly PushedSample[], zone: Zone): DayValues | null {
  const hours = HOURS.map((): number[] => [])
  for (const { at: time, value } of samples) hours[zone.hour(time)]?.push(value)
  if (hours.every((values) => values.length === 0)) return null
  const means = hours.map(meanOf)
  const spreads = hours.map((values) => {
    const mean = meanOf(values)
    const variance = mean === null ? null : meanOf(values.map((value) => (value - mean) ** 2))
    return variance === null ? null : Math.sqrt(3 * variance)
  })
  return { base: filled(means).map(rounded), rand: filled(spreads).map(rounded) }
}

/** Fills gaps linearly between the nearest known hours, across midnight. */
function filled(values: readonly (number | null)[]): number[] {
  const known = (from: number, by: 1 | -1): { value: number; away: number } => {
    for (let away = 0; away < HOURS.length; away++) {
      const value = values[(from + by * away + HOURS.length) % HOURS.length]
      if (value !== null && value !== undefined) return { value, away }
    }
    return { value: 0, away: 0 }
  }
  return HOURS.map((hour) => {
    const [before, after] = [known(hour, -1), known(hour, 1)]
    const way = before.away + after.away
    return way === 0 ? before.value : before.value + ((after.value - before.value) * before.away) / way
  })
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Rounds to four significant digits, the precision of an average. */
const rounded = (value: number): number => Number(value.toPrecision(4)) || 0

const at = (values: readonly number[], hour: number): number => values[(hour + HOURS.length) % HOURS.length] ?? 0
