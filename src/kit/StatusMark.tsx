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
  const className = `ui-mark ui-mark--${status}${halo ? ' ui-mark--halo' : ''}`
  return label ? (
    <span className={className} role="img" aria-label={label} title={label} />
  ) : (
    <span className={className} aria-hidden="true" />
  )
}
