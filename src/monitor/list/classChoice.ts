import { classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import type { ClassWords, NamedClass } from '../../environment/useClassWords.ts'
import { countKey, type ClassCounts } from '../../live/deviceList.ts'
import { CLASS_FILTERS, classFilterName } from '../classFilters.ts'
import type { MonitorParams } from '../monitorParams.ts'
import type { Standards } from './useListVerdicts.ts'

/** The state of the class filter, and how to change it. */
export interface ClassChoice extends Pick<MonitorParams, 'judged'> {
  /** The scales in use, each with its standards, that of the most stations first. */
  standards: Standards
  /** Standard of the chosen class; null if one standard applies to all. */
  standard: string | null
  onChange: (change: Pick<MonitorParams, 'judged' | 'standard'>) => void
}

export const isOneOfSeveral = (scale: Scale, standards: Standards): boolean => (standards.get(scale)?.length ?? 0) > 1

/** Returns a class with its standard; by default the standard of the most stations. */
export const withStandard = (
  { scale, level }: ScaleLevel,
  standard: string | null,
  standards: Standards,
): NamedClass => ({
  scale,
  level,
  standard: standard ?? standards.get(scale)?.[0] ?? '',
})

/** Returns the short name of a class in its standard. */
export const classWord = (words: Pick<ClassWords, 'short'>, at: NamedClass): string =>
  words.short(at) || String(at.level)

/** Returns whether a class is the worst of its scale. */
export const isLast = ({ scale, level }: ScaleLevel): boolean => level === LEVELS[scale]

/** Returns the filter for a class of a standard; with `andWorse` it includes worse classes, if there are any. */
export const narrowedTo = (
  { scale, level, standard }: NamedClass,
  andWorse: boolean,
  standards: Standards,
): Pick<MonitorParams, 'judged' | 'standard'> => ({
  judged:
    CLASS_FILTERS.get(classFilterName({ scale, level, andWorse })) ??
    CLASS_FILTERS.get(classKey({ scale, level })) ??
    null,
  standard: isOneOfSeveral(scale, standards) ? standard : null,
})

/**
 * Returns how many devices have a class of a standard, or that class or a worse one: each device is judged once per
 * scale.
 */
export const countOf = ({ scale, level, standard }: NamedClass, andWorse: boolean, classes: ClassCounts): number =>
  Array.from({ length: andWorse ? LEVELS[scale] - level + 1 : 1 }, (_, index) => level + index).reduce(
    (sum, one) => sum + (classes.get(countKey({ scale, level: one, standard })) ?? 0),
    0,
  )

/**
 * The class filters beside the state filters (design 8.2): classes worse than they should be; the last chips are hidden
 * first.
 */
export const CHIPS = ['a4-worse', 'a3', 'n2-worse', 'w4-worse'].flatMap((name) => CLASS_FILTERS.get(name) ?? [])

/** Returns whether a chip of the bar represents the current filter. */
export const isOnChip = ({ judged, standard, standards }: Omit<ClassChoice, 'onChange'>): boolean =>
  judged !== null &&
  CHIPS.includes(judged) &&
  standards.has(judged.scale) &&
  withStandard(judged, standard, standards).standard === withStandard(judged, null, standards).standard
