import type { CSSProperties } from 'react'

/** Where a value lies in its node's range (`part`, 0 to 1; null where that is not known), as a line under it; decoration. */
export function RangeTrack({ part, title }: { part: number | null; title?: string }) {
  return <div className="monitor-track" title={title} aria-hidden="true" style={part === null ? undefined : filled(part)} />
}

/** Nothing above the least value looks like nothing: 2 px at least. */
const filled = (part: number) => ({ '--part': `max(2px, ${(part * 100).toFixed(1)}%)` }) as CSSProperties
