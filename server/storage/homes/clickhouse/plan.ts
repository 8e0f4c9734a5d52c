import { HOUR, hourStart } from '../../dirtyHours.ts'
import type { Wanted } from '../types.ts'

/** Rows of a device's nodes (null: all) in a time span, both ends included. */
export interface Stretch {
  device: number
  nodemaps: readonly number[] | null
  start: number
  end: number
}

/** What is fetched for some readers, each stretch once. */
export interface Plan {
  devices: number[]
  samples: Stretch[]
  rollups: Stretch[]
  /** Stretches of which only samples that have a flag are fetched. */
  flagged: Stretch[]
  /** Stretches of which the last sample before them is fetched. */
  before: Stretch[]
  /** Stretches of which the first sample after them is fetched. */
  after: Stretch[]
}

export interface DirtyHour {
  device_id: number
  hour: number
}

/** Returns the full hours of a span, `until` excluded: the part that rollups may cover. */
export function fullHours({ start, end }: Pick<Wanted, 'start' | 'end'>): { from: number; until: number } {
  const from = Math.ceil(start / HOUR) * HOUR
  return { from, until: Math.max(from, hourStart(Math.min(end, LATEST) + 1)) }
}

/** Upper limit of times, epoch ms. */
const LATEST = 2 ** 53 - 1

/** Plans what has to be fetched, given the dirty hours. */
export function planOf(wanted: readonly Wanted[], dirty: readonly DirtyHour[]): Plan {
  const pick = (only: Wanted['only']): Stretch[] => wanted.filter((one) => one.only === only).map(stretchOf)
  const unrolled = wanted.filter(({ only }) => only === 'unrolled')
  const hours = unrolled.map((one) => ({ ...stretchOf(one), ...fullHours(one) }))
  return {
    devices: [...new Set(wanted.map(({ device }) => device))],
    samples: mergeStretches([...pick(undefined), ...unrolled.flatMap((one) => piecesOf(one, dirty))]),
    rollups: mergeStretches([
      ...pick('rolled'),
      ...hours.map(({ from, until, ...one }) => ({ ...one, start: from, end: until - 1 })),
    ]),
    flagged: mergeStretches(pick('flagged')),
    // Stretches that touch may be joined: the neighbour of the one is then a sample of the other.
    before: mergeStretches(wanted.filter(({ nearest }) => nearest !== undefined).map(stretchOf)),
    after: mergeStretches(wanted.filter(({ nearest }) => nearest === 'both').map(stretchOf)),
  }
}

/** Rounds a span outwards to whole milliseconds. */
const stretchOf = ({ device, nodemaps, start, end }: Wanted): Stretch => ({
  device,
  nodemaps,
  start: Math.floor(Math.max(start, -LATEST)),
  end: Math.ceil(Math.min(end, LATEST)),
})

/** Returns the parts of a span that no rollup covers: its ends that are no full hours, and the dirty hours. */
function piecesOf(wanted: Wanted, dirty: readonly DirtyHour[]): Stretch[] {
  const whole = stretchOf(wanted)
  const { from, until } = fullHours(wanted)
  const behind = dirty.filter(({ device_id, hour }) => device_id === whole.device && hour >= from && hour < until)
  return [
    { ...whole, end: Math.min(from - 1, whole.end) },
    { ...whole, start: Math.max(until, whole.start) },
    ...behind.map(({ hour }) => ({ ...whole, start: hour, end: hour + HOUR - 1 })),
  ]
}

/** Joins stretches of the same nodes that touch or overlap, and drops empty ones. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const series = new Map<string, Stretch[]>()
  for (const one of stretches) {
    if (one.end < one.start || one.nodemaps?.length === 0) continue
    const key = `${one.device} ${one.nodemaps?.toSorted((a, b) => a - b).join() ?? '*'}`
    series.set(key, [...(series.get(key) ?? []), one])
  }
  return [...series.values()].flatMap((list) => {
    const found: Stretch[] = []
    for (const one of list.toSorted((a, b) => a.start - b.start)) {
      const last = found.at(-1)
      if (last && one.start <= last.end + 1) last.end = Math.max(last.end, one.end)
      else found.push({ ...one })
    }
    return found
  })
}
