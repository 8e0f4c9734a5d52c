import { noiseLevel } from '../../standards/noiseScale.ts'
import type { Medium } from '../../standards/types.ts'

/** The three scales of classes (design 8.1): air, noise, water. A level counts from 1, the best. */
export type Scale = 'a' | 'n' | 'w'

/** How many levels a scale has. Noise has three, the standard two: within, above by up to 5 dB, above by more; the split is ours. */
export const LEVELS: Readonly<Record<Scale, number>> = { a: 6, n: 3, w: 6 }

/** Up to this level it is as it should be: air that is excellent or good, sound within the limit, water of class III. */
export const WANTED: Readonly<Record<Medium, number>> = { air: 2, noise: 1, water: 3 }

export const SCALE_OF: Readonly<Record<Medium, Scale>> = { air: 'a', noise: 'n', water: 'w' }

/** The level on our scale of what the platform says of a medium, which counts those of the standard; null: it cannot be judged. */
export function levelOn(medium: Medium, level: number | null, exceeded: number | null): number | null {
  const own = medium === 'noise' ? noiseLevel(level, exceeded) : level
  return own === null ? null : Math.min(Math.max(own, 1), LEVELS[SCALE_OF[medium]])
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
