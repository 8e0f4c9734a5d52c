import { CircleDashed } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Ladder } from './Ladder.tsx'
import { classKey, type Scale, type ScaleLevel } from './scale.ts'
import { useClassWords } from './useClassWords.ts'
import css from './environment.module.css'

interface ClassCountsProps {
  scale: Scale
  standard: string
  /** Count per level, the best first. */
  classes: readonly number[]
  /** Number that cannot be judged. */
  few?: number
  /** Whether a class links to its stations in the live list. */
  listed?: boolean
}

/** Counts per class, as shares of a bar and as text. */
export function ClassCounts({ scale, standard, classes, few = 0, listed = false }: ClassCountsProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const counts = classes.map((count, at) => ({ count, level: at + 1 })).filter(({ count }) => count > 0)
  const said = (level: number, count: number) => (
    <>
      {words.short({ scale, level, standard })} <b>{count}</b>
    </>
  )
  return (
    <>
      <div className={css.share} aria-hidden="true">
        {counts.map(({ count, level }) => (
          <i key={level} data-verdict={classKey({ scale, level })} style={{ flexGrow: count }} />
        ))}
        {few > 0 && <i style={{ flexGrow: few }} />}
      </div>
      <ul className={css.classes}>
        {counts.map(({ count, level }) => (
          <li key={level} data-verdict={classKey({ scale, level })}>
            <Ladder scale={scale} level={level} />
            {listed ? <Link to={addressOf({ scale, level }, standard)}>{said(level, count)}</Link> : said(level, count)}
          </li>
        ))}
        {few > 0 && (
          <li>
            <CircleDashed size={12} aria-hidden />
            {translate('environment.state.insufficient')} <b>{few}</b>
          </li>
        )}
      </ul>
    </>
  )
}

/** The standard is left out if it is unknown: the list then takes that of the most stations. */
const addressOf = (at: ScaleLevel, standard: string): string =>
  `/monitor/data?${new URLSearchParams({ class: classKey(at), ...(standard !== '' && { standard }) }).toString()}`
