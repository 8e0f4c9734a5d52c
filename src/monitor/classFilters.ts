import { classKey, LEVELS, type Scale } from '../environment/scale.ts'
import type { ClassFilter } from '../live/deviceList.ts'

/** The scales as they are offered. */
export const SCALES: readonly Scale[] = ['a', 'n', 'w']

/** How the address calls a filter by class: a3, a4-worse. */
export const classFilterName = ({ andWorse, ...at }: ClassFilter): string => classKey(at) + (andWorse ? '-worse' : '')

/** All there are, by their names; nothing is worse than the last class of a scale. */
export const CLASS_FILTERS: ReadonlyMap<string, ClassFilter> = new Map(
  SCALES.flatMap((scale) =>
    Array.from({ length: LEVELS[scale] }, (_, at) => at + 1).flatMap((level) =>
      (level < LEVELS[scale] ? [false, true] : [false]).map((andWorse) => ({ scale, level, andWorse })),
    ),
  ).map((filter) => [classFilterName(filter), filter]),
)
