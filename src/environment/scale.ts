import { LEVELS_OF, noiseLevel } from '../../standards/levels.ts'
import type { Medium } from '../../standards/types.ts'

/** The three scales of classes (design 8.1): air, noise, water. A level counts from 1, the best. */
export type Scale = 'a' | 'n' | 'w'

/** How many levels a scale has. */
export const LEVELS: Readonly<Record<Scale, number>> = { a: LEVELS_OF.air, n: LEVELS_OF.noise, w: LEVELS_OF.water }

export const SCALE_OF: Readonly<Record<Medium, Scale>> = { air: 'a', noise: 'n', water: 'w' }

/** The level on our scale of what the platform says of a medium, which counts those of the standard from 1; null: it cannot be judged, or what is said is none. */
export function levelOn(medium: Medium, level: number | null, exceeded: number | null): number | null {
  const own = medium === 'noise' ? noiseLevel(level, exceeded) : level
  return own === null || own < 1 ? null : Math.min(own, LEVELS_OF[medium])
}

export interface ScaleLevel {
  scale: Scale
  level: number
}

/** What `data-verdict` says: the colours of the class below it are var(--class), var(--class-ink), -line, -text, -bg. */
export const classKey = ({ scale, level }: ScaleLevel): string => `${scale}${level}`

/** A colour of a class by its custom property, for what is painted without CSS; `solid` is that of plates and marks. */
export const classColor = (at: ScaleLevel, kind: 'solid' | 'ink' | 'line' | 'text' | 'bg'): string =>
  `var(--${classKey(at)}${kind === 'solid' ? '' : `-${kind}`})`

/** How bad a class is beside those of other scales, 0 the best to 1 the worst. */
export const severityOf = ({ scale, level }: ScaleLevel): number => (level - 1) / (LEVELS[scale] - 1)
