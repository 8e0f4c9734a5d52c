import { clsx } from 'clsx'
import css from './feedback.module.css'
export type Status = 'online' | 'offline' | 'alarm' | 'stale' | 'disabled' | 'unknown'

export interface StatusMarkProps {
  status: Status
  /** The state as text for screen readers, if there is no text beside the mark. */
  label?: string
  /** A soft halo around the online dot. */
  halo?: boolean
}

/**
 * A status by shape and colour: dot, ring, diamond, amber dot, dash, and a dotted ring for unknown. The text stands
 * beside it or in `label`.
 */
export function StatusMark({ status, label, halo = false }: StatusMarkProps) {
  const look = { className: clsx(css.mark, halo && css.markHalo), 'data-part': 'mark', 'data-status': status }
  return label ? <span {...look} role="img" aria-label={label} title={label} /> : <span {...look} aria-hidden="true" />
}
