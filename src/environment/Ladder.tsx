import { memo } from 'react'
import { classKey, LEVELS, type Scale } from './scale.ts'
import css from './environment.module.css'

export interface LadderProps {
  scale: Scale
  /** Null: all ticks are empty. */
  level: number | null
  /** Grey whatever the level: for a station that is stale or offline. */
  muted?: boolean
}

/**
 * Draws as many ticks as the scale has levels, filled up to this level. Stands beside a word or a figure, and is hidden
 * from assistive technology.
 */
export const Ladder = memo(function Ladder({ scale, level, muted = false }: LadderProps) {
  const count = LEVELS[scale]
  const filled = level ?? 0
  return (
    <svg
      className={css.ladder}
      data-part="ladder"
      data-verdict={level === null || muted ? undefined : classKey({ scale, level })}
      width={3 * count - 1}
      height={9}
      viewBox={`0 0 ${3 * count - 1} 9`}
      aria-hidden="true"
    >
      {filled > 0 && <path className={css.ladderOn} d={ticks(0, filled)} />}
      {filled < count && <path className={css.ladderOff} d={ticks(filled, count)} />}
    </svg>
  )
})

const ticks = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `M${3 * (from + at)} 0h2v9h-2z`).join('')
