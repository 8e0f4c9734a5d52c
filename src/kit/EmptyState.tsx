import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

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
    <div className="ui-empty">
      {icon}
      <p className="ui-empty__title">{title}</p>
      {hint && <p className="ui-empty__hint">{hint}</p>}
      {action && <div className="ui-empty__action">{action}</div>}
    </div>
  )
}
