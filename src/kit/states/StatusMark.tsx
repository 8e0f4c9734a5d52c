import { clsx } from 'clsx'
import css from './feedback.module.css'
export type Status = 'online' | 'offline' | 'alarm' | 'stale' | 'disabled' | 'unknown'

export interface StatusMarkProps {
  status: Status
  /** The state in words, for readers, where no text stands beside the mark. */
  label?: string
  /** A soft halo around the online dot. */
  halo?: boolean
}

/** Status by shape and colour: dot, ring, diamond, amber dot, dash, and a dotted ring where it is unknown. The word stands beside it or in `label`. */
export function StatusMark({ status, label, halo = false }: StatusMarkProps) {
  const look = { className: clsx(css.mark, halo && css.markHalo), 'data-part': 'mark', 'data-status': status }
  return label ? <span {...look} role="img" aria-label={label} title={label} /> : <span {...look} aria-hidden="true" />
}
