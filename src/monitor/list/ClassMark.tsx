import type { CSSProperties } from 'react'
import { classKey, LEVELS } from '../../environment/scale.ts'
import type { NodeMark } from './nodeMarks.ts'
import css from './rows.module.css'

/**
 * The class beside a value: as many ticks as its scale has levels, filled up to the class, with the words as tooltip
 * and accessible name. One element where a `Ladder` has four, since hundreds of marks scroll. Null keeps the space, so
 * that values stay aligned.
 */
export function ClassMark({ mark }: { mark: NodeMark | null }) {
  if (mark === null) return <span className={css.mark} data-part="class-room" />
  const { scale, level, stale, title } = mark
  return (
    <span
      className={css.mark}
      data-part="class-mark"
      data-verdict={stale ? undefined : classKey({ scale, level })}
      role="img"
      aria-label={title}
      title={title}
      style={{ '--on': level, '--of': LEVELS[scale] } as CSSProperties}
    />
  )
}
