import type { CSSProperties } from 'react'
import css from './rows.module.css'

/** Where a value lies in its node's range (`part`, 0 to 1; null where that is not known), as a line under it; decoration. */
export function RangeTrack({ part }: { part: number | null }) {
  return (
    <div
      className={css.track}
      data-part="track"
      aria-hidden="true"
      style={part === null ? undefined : trackStyle(part)}
    />
  )
}

/** The same as a style, for what draws its line itself. Nothing above the least value looks like nothing: 2 px at least. */
export const trackStyle = (part: number) =>
  ({ '--part': `max(2px, ${part.toFixed(3)} * var(--track))` }) as CSSProperties
