import { badnessOf, type StationReading } from '../../../environment/quantity.ts'
import { LEVELS, type Scale } from '../../../environment/scale.ts'

type Readings = ReadonlyMap<number, StationReading>

/** Devices by their readings, the worst first and those that cannot be judged last; of equal ones the lower id. `among`: only these. */
export function worstFirst(readings: Readings, among: (id: number) => boolean = () => true): number[] {
  return [...readings]
    .filter(([id]) => among(id))
    .map(([id, reading]) => ({ id, badness: badnessOf(reading) }))
    .toSorted((a, b) => b.badness - a.badness || a.id - b.id)
    .map(({ id }) => id)
}

interface LevelCount {
  scale: Scale
  level: number
  standard: string
  count: number
}

/** How many stations are of each level, and how many can be judged at all. */
export function tallyOf(ids: readonly number[], readings: Readings): { levels: LevelCount[]; judged: number } {
  const counts = new Map<number, number>()
  let known: StationReading | undefined
  for (const id of ids) {
    const reading = readings.get(id)
    if (!reading || reading.level === null) continue
    known ??= reading
    counts.set(reading.level, (counts.get(reading.level) ?? 0) + 1)
  }
  const judged = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (!known) return { levels: [], judged }
  const { scale, verdict } = known
  return {
    levels: Array.from({ length: LEVELS[scale] }, (_, at) => ({
      scale,
      level: at + 1,
      standard: verdict.standard,
      count: counts.get(at + 1) ?? 0,
    })),
    judged,
  }
}
