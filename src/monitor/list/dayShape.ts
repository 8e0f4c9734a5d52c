import { DAY, HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { FAR_ABOVE } from '../../../standards/levels.ts'
import { isDaytime, NOISE_LIMITS } from '../../../standards/noise.ts'
import type { NoiseZone } from '../../../standards/types.ts'
import { indexLimits } from '../../environment/quantity.ts'
import { classColor, classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import { classPaths } from './classPaths.ts'

/** The judgement of an hour of a station. */
export interface DayHour {
  /** The hour's end, ms since the epoch. */
  at: number
  /** Air: the index; sound: the level in dB(A); water: the class. */
  value: number
  /** Level on the console's scale. */
  level: number
}

/** The hours of a station that were judged by one standard, oldest first. */
export interface StationDay {
  scale: Scale
  /** '' if the platform does not report it. */
  standard: string
  hours: readonly DayHour[]
}

interface Given {
  /** The end of the newest possible hour, ms since the epoch: the right end of the curve, the same on all rows. */
  until: number
  /** Noise zone of the device; without one the classes of sound cannot be drawn. */
  noiseZone: NoiseZone | undefined
  /** The platform's time zone: sound has different limits by day and at night. */
  zone: Zone
}

export interface DayShape {
  /** The curve, one path per class of its hours, as `data-verdict` names them. */
  paths: ReadonlyMap<string | undefined, string>
  /** Position of the newest hour, px, and its class. */
  end: { x: number; y: number } & ScaleLevel
  /** The classes behind the curve, as a CSS background. */
  bands: string
  lowest: number
  highest: number
}

/** Size of the curve, px. */
export const DAY_WIDTH = 100
export const DAY_HEIGHT = 24
/** Margin at both sides, px: half the dot at the curve's end. */
const SIDE = 3
const HOURS = DAY / HOUR
const STEP = (DAY_WIDTH - 2 * SIDE) / (HOURS - 1)

/**
 * Hours at most this far apart are connected, ms: water is sampled every few hours (docs/wire.md, `environment`); for
 * air and sound an hour that was not judged breaks the line.
 */
const JOINED: Readonly<Record<Scale, number>> = { a: HOUR, n: HOUR, w: 6 * HOUR }

/** Returns the curve of a station's last 24 hours over its classes; null for fewer than two hours. */
export function dayShape({ scale, standard, hours }: StationDay, given: Given): DayShape | null {
  const { until } = given
  const shown = hours.filter(({ at }) => at > until - DAY && at <= until)
  const last = shown.at(-1)
  if (!last || shown.length < 2) return null
  const values = shown.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const room = roomOf(scale, standard, lowest, highest)
  const yOf = (value: number): number => DAY_HEIGHT * (1 - shareOf(value, room))
  const paths = classPaths(
    shown.map(({ at, value, level }, index) => {
      const before = shown[index - 1]
      return {
        x: xOf(at, until),
        y: yOf(value),
        verdict: classKey({ scale, level }),
        joined: before !== undefined && at - before.at <= JOINED[scale],
      }
    }),
  )
  return {
    paths,
    end: { x: xOf(last.at, until), y: yOf(last.value), scale, level: last.level },
    bands: scale === 'n' ? noiseBands(given, room) : layer(scale, edgesOf(scale, standard), room, [0, DAY_WIDTH]),
    lowest,
    highest,
  }
}

type Room = readonly [low: number, high: number]

/**
 * Returns the value range of the height: at least the two best classes, so that a steady curve looks steady; for sound
 * at least 20 dB.
 */
function roomOf(scale: Scale, standard: string, lowest: number, highest: number): Room {
  if (scale !== 'n') return [0, Math.max(edgesOf(scale, standard)[1] ?? 0, highest * 1.1)]
  const low = lowest - 3
  return [low, Math.max(low + 20, highest + 3)]
}

/** Returns the boundaries between classes: of an index, or of classes by their number. */
const edgesOf = (scale: Scale, standard: string): readonly number[] =>
  scale === 'a' ? indexLimits(standard) : CLASS_EDGES
const CLASS_EDGES = Array.from({ length: LEVELS.w - 1 }, (_, at) => at + 1.5)

const shareOf = (value: number, [low, high]: Room): number => Math.min(1, Math.max(0, (value - low) / (high - low)))

const xOf = (at: number, until: number): number => DAY_WIDTH - SIDE - ((until - at) / HOUR) * STEP

/** Returns the bands of sound classes, separately for hours of the day limit and the night limit. */
function noiseBands({ until, noiseZone, zone }: Given, room: Room): string {
  if (noiseZone === undefined) return 'none'
  const limits = NOISE_LIMITS[noiseZone]
  const spans: { limit: number; from: number; to: number }[] = []
  for (let at = until - (HOURS - 1) * HOUR; at <= until; at += HOUR) {
    const limit = limits[isDaytime(zone.hour(at - HOUR)) ? 'day' : 'night']
    const [from, to] = [at === until - (HOURS - 1) * HOUR ? 0 : xOf(at, until) - STEP / 2, xOf(at, until) + STEP / 2]
    const before = spans.at(-1)
    if (before?.limit === limit) before.to = to
    else spans.push({ limit, from, to })
  }
  return spans
    .map(({ limit, from, to }, index) =>
      layer('n', [limit, limit + FAR_ABOVE], room, [from, index === spans.length - 1 ? DAY_WIDTH : to]),
    )
    .join(', ')
}

/**
 * Returns one layer of a background: from `x[0]` to `x[1]` (px) the classes separated by `edges`, as far as they lie in
 * the value range.
 */
function layer(scale: Scale, edges: readonly number[], room: Room, x: readonly [number, number]): string {
  const percent = (value: number): number => Math.round(shareOf(value, room) * 1000) / 10
  const stops = Array.from({ length: edges.length + 1 }, (_, at) => {
    const [from, to] = [percent(edges[at - 1] ?? room[0]), percent(edges[at] ?? room[1])]
    return from < to ? [`${classColor({ scale, level: at + 1 }, 'bg')} ${from}% ${to}%`] : []
  }).flat()
  const [left, width] = [x[0].toFixed(1), (x[1] - x[0]).toFixed(1)]
  return `linear-gradient(to top, ${stops.join(', ')}) ${left}px 0 / ${width}px 100% no-repeat`
}
