import type { ReactNode } from 'react'

export interface PageHeaderProps {
  title: string
  /** Beside the title: a help button, a mode switch. */
  children?: ReactNode
  /** At the right end; one primary button at most. */
  actions?: ReactNode
}

/** The 52 px head of every page. Its title is the page's only h1. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <header className="ui-page-header">
      <h1 title={title}>{title}</h1>
      {children && <div className="ui-page-header__slot">{children}</div>}
      {actions && <div className="ui-page-header__actions">{actions}</div>}
    </header>
  )
}
