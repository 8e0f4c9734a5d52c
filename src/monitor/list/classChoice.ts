import { classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import type { ClassWords, NamedClass } from '../../environment/useClassWords.ts'
import { countKey, type ClassCounts } from '../../live/deviceList.ts'
import { CLASS_FILTERS, classFilterName } from '../classFilters.ts'
import type { MonitorParams } from '../monitorParams.ts'
import type { Standards } from './useListVerdicts.ts'

/** What a filter by class has at hand, and changes. */
export interface ClassChoice extends Pick<MonitorParams, 'judged'> {
  /** The scales that occur, each with the standards by which, that of most first. */
  standards: Standards
  /** By which the chosen class is; null where one standard judges all. */
  standard: string | null
  onChange: (change: Pick<MonitorParams, 'judged' | 'standard'>) => void
}

export const isOneOfSeveral = (scale: Scale, standards: Standards): boolean => (standards.get(scale)?.length ?? 0) > 1

/** A class with the standard that it is by. */
export const named = ({ scale, level }: ScaleLevel, standard: string | null, standards: Standards): NamedClass => ({
  scale,
  level,
  standard: standard ?? standards.get(scale)?.[0] ?? '',
})

/** What a class is called by its standard. */
export const classWord = (words: Pick<ClassWords, 'short'>, at: NamedClass): string =>
  words.short(at) || String(at.level)

/** Whether a scale knows nothing worse. */
export const isLast = ({ scale, level }: ScaleLevel): boolean => level === LEVELS[scale]

/** What narrows the list to a class by its standard, or to it and what is worse where there is that. */
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

/** How many devices are of a class by its standard, or of it and worse ones: each is judged once a scale. */
export const countOf = ({ scale, level, standard }: NamedClass, andWorse: boolean, classes: ClassCounts): number =>
  Array.from({ length: andWorse ? LEVELS[scale] - level + 1 : 1 }, (_, index) => level + index).reduce(
    (sum, one) => sum + (classes.get(countKey({ scale, level: one, standard })) ?? 0),
    0,
  )

/** The filters by class that stand beside those by state (design 8.2): what is worse than it should be, in the order in which they give way. */
export const CHIPS = ['a4-worse', 'a3', 'n2-worse', 'w4-worse'].flatMap((name) => CLASS_FILTERS.get(name) ?? [])

/** Whether a chip of the bar says what the list is narrowed to. */
export const isOnChip = ({ judged, standard, standards }: Omit<ClassChoice, 'onChange'>): boolean =>
  judged !== null &&
  CHIPS.includes(judged) &&
  standards.has(judged.scale) &&
  named(judged, standard, standards).standard === named(judged, null, standards).standard
