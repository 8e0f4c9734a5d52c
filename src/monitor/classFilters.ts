import { classKey, LEVELS, type Scale } from '../environment/scale.ts'
import type { ClassFilter } from '../live/deviceList.ts'

/** The scales in the order of the choices. */
export const SCALES: readonly Scale[] = ['a', 'n', 'w']

/** Returns the name of a class filter in the address: a3, a4-worse. */
export const classFilterName = ({ andWorse, ...at }: ClassFilter): string => classKey(at) + (andWorse ? '-worse' : '')

/** All class filters by name; the last class of a scale has no "-worse" filter. */
export const CLASS_FILTERS: ReadonlyMap<string, ClassFilter> = new Map(
  SCALES.flatMap((scale) =>
    Array.from({ length: LEVELS[scale] }, (_, at) => at + 1).flatMap((level) =>
      (level < LEVELS[scale] ? [false, true] : [false]).map((andWorse) => ({ scale, level, andWorse })),
    ),
  ).map((filter) => [classFilterName(filter), filter]),
)
