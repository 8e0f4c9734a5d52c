import type { CSSProperties } from 'react'
import { classKey, LEVELS } from '../../environment/scale.ts'
import type { NodeMark } from './nodeMarks.ts'
import css from './rows.module.css'

/**
 * The class of a value beside it: as many ticks as its scale has levels, filled up to its own, with the words for who points at it or hears it. One element,
 * where a `Ladder` has four: hundreds of them scroll. Null keeps the room, so that values stand below each other.
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
