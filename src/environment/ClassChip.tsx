import { classKey, type ScaleLevel } from './scale.ts'
import { Ladder } from './Ladder.tsx'
import css from './environment.module.css'

export interface ClassChipProps extends ScaleLevel {
  /** The class as text: `useClassWords().short`. */
  word: string
  /** The index, or by how much a limit is exceeded: "+1.6". */
  figure?: string | number | null
  title?: string
  large?: boolean
  /** The value is stale: the chip is grey, in the colour of the surrounding text. */
  stale?: boolean
}

/** A class on its tinted background: ladder, word, figure. */
export function ClassChip({ scale, level, word, figure = null, title, large = false, stale = false }: ClassChipProps) {
  return (
    <span
      className={css.chip}
      data-part="class-chip"
      data-verdict={stale ? undefined : classKey({ scale, level })}
      data-size={large ? 'large' : undefined}
      title={title}
    >
      <Ladder scale={scale} level={level} muted={stale} />
      <span>{word}</span>
      {figure !== null && figure !== '' && <b>{figure}</b>}
    </span>
  )
}
