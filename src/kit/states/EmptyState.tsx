import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './feedback.module.css'

export interface EmptyStateProps {
  /** One sentence: what is missing. */
  title: string
  hint?: string
  /** The single action that helps, if the user may do it. */
  action?: ReactNode
  icon?: ReactNode
}

/** Shown centred in a panel that has nothing to show. Never for an error. */
export function EmptyState({ title, hint, action, icon = <Inbox /> }: EmptyStateProps) {
  return (
    <div className={css.empty} data-part="empty">
      {icon}
      <p className={css.emptyTitle}>{title}</p>
      {hint && <p className={css.emptyHint}>{hint}</p>}
      {action && <div className={css.emptyAction}>{action}</div>}
    </div>
  )
}
