import { byStandard } from '../../../environment/byStandard.ts'
import {
  badnessOf,
  isPollutant,
  mediumOfQuantity,
  type Quantity,
  type StationReading,
} from '../../../environment/quantity.ts'
import { LEVELS, type Scale } from '../../../environment/scale.ts'
import { isStation, type StationVerdict } from '../../../environment/verdict.ts'

type Readings = ReadonlyMap<number, StationReading>

/** Devices by standard: neither classes nor values of different standards are comparable. */
export type WorstFirst = ReadonlyMap<string, readonly number[]>

/**
 * Sorts devices by their readings: per standard the worst first, devices that cannot be judged last, ties by lower id.
 * The standard of the most devices comes first.
 * `among`: includes only these devices.
 */
export function worstFirst(readings: Readings, among: (id: number) => boolean = () => true): WorstFirst {
  const ordered = [...readings]
    .filter(([id]) => among(id))
    .map(([id, reading]) => ({ id, badness: badnessOf(reading), standard: reading.verdict.standard }))
    .toSorted((a, b) => b.badness - a.badness || a.id - b.id)
  const groups = [...byStandard(ordered, ({ standard }) => standard)]
  return new Map(groups.map(([standard, own]) => [standard, own.map(({ id }) => id)]))
}

/**
 * Returns whether some station measures a quantity that no verdict covers yet: its hour is not computed, or its
 * instrument sent nothing.
 *
 * @param pollutantsOf what a device is known to measure; if that is unknown, a verdict without parts counts as awaited
 */
export const isAwaited = (
  quantity: Quantity,
  verdicts: readonly StationVerdict[],
  pollutantsOf: (device: number) => readonly string[],
): boolean =>
  isPollutant(quantity) &&
  verdicts.some(({ medium, deviceid, parts }) => {
    if (medium !== mediumOfQuantity(quantity)) return false
    const measured = pollutantsOf(deviceid)
    return measured.length > 0 ? measured.includes(quantity) : Object.keys(parts).length === 0
  })

interface LevelCount {
  scale: Scale
  level: number
  standard: string
  count: number
}

interface Tally {
  levels: LevelCount[]
  stations: number
  judged: number
}

/**
 * Counts the stations of one standard: all of them, per level, and those that can be judged. For a single pollutant
 * every device that measures it is a station; for the air as a whole only devices that measure enough of it
 * (`isStation`).
 */
export function tallyOf(ids: readonly number[], readings: Readings, quantity: Quantity): Tally {
  const counts = new Map<number, number>()
  let stations = 0
  let known: StationReading | undefined
  for (const id of ids) {
    const reading = readings.get(id)
    if (!reading) continue
    if (isPollutant(quantity) || isStation(reading.verdict)) stations++
    if (reading.level === null) continue
    known ??= reading
    counts.set(reading.level, (counts.get(reading.level) ?? 0) + 1)
  }
  const judged = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (!known) return { levels: [], stations, judged }
  const { scale, verdict } = known
  return {
    levels: Array.from({ length: LEVELS[scale] }, (_, at) => ({
      scale,
      level: at + 1,
      standard: verdict.standard,
      count: counts.get(at + 1) ?? 0,
    })),
    stations,
    judged,
  }
}
