import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './feedback.module.css'

export interface EmptyStateProps {
  /** One sentence: what is not there. */
  title: string
  hint?: string
  /** The one thing to do about it, where the user may. */
  action?: ReactNode
  icon?: ReactNode
}

/** Stands centred in its panel where there is nothing to show. Never for an error. */
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
