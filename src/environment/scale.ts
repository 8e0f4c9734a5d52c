import { LEVELS_OF, noiseLevel } from '../../standards/levels.ts'
import type { Medium } from '../../standards/types.ts'

/** The three scales of classes (design 8.1): air, noise, water. Levels count from 1, the best. */
export type Scale = 'a' | 'n' | 'w'

/** Number of levels of each scale. */
export const LEVELS: Readonly<Record<Scale, number>> = { a: LEVELS_OF.air, n: LEVELS_OF.noise, w: LEVELS_OF.water }

export const SCALE_OF: Readonly<Record<Medium, Scale>> = { air: 'a', noise: 'n', water: 'w' }

/**
 * Converts a platform level, which counts the classes of the standard from 1, to the console's scale; null if it cannot
 * be judged, or the level is invalid.
 */
export function levelOn(medium: Medium, level: number | null, exceeded: number | null): number | null {
  const own = medium === 'noise' ? noiseLevel(level, exceeded) : level
  return own === null || own < 1 ? null : Math.min(own, LEVELS_OF[medium])
}

export interface ScaleLevel {
  scale: Scale
  level: number
}

/**
 * Value of `data-verdict`: within such an element the colours of the class are var(--class), var(--class-ink), -line,
 * -text, -bg.
 */
export const classKey = ({ scale, level }: ScaleLevel): string => `${scale}${level}`

/** Returns a class colour by its custom property, for painting without CSS; `solid` is that of plates and marks. */
export const classColor = (at: ScaleLevel, kind: 'solid' | 'ink' | 'line' | 'text' | 'bg'): string =>
  `var(--${classKey(at)}${kind === 'solid' ? '' : `-${kind}`})`

/** Returns how bad a class is, comparable across scales: 0 is the best, 1 the worst. */
export const severityOf = ({ scale, level }: ScaleLevel): number => (level - 1) / (LEVELS[scale] - 1)
