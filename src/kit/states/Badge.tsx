import type { ReactNode } from 'react'
import type { Status } from './StatusMark.tsx'
import css from './feedback.module.css'

export type BadgeTone = Status | 'neutral' | 'primary' | 'info'

export interface BadgeProps {
  tone?: BadgeTone
  /** A 12 px icon before the text. */
  icon?: ReactNode
  children: ReactNode
}

/** A short text on a tinted background. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={css.badge} data-part="badge" data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
