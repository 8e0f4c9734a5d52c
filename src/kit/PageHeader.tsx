import { useEffect, type ReactNode } from 'react'
import { currentLanguage, productName } from '../../i18n/language.ts'
import css from './page.module.css'

export interface PageHeaderProps {
  title: string
  /** Beside the title: a help button, a mode switch. */
  children?: ReactNode
  /** At the right end; at most one primary button. */
  actions?: ReactNode
}

/** The 52 px head of every page. Its title is the page's only h1, and the name of browser tabs and bookmarks. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${productName[currentLanguage()]}`
    return () => {
      document.title = productName[currentLanguage()]
    }
  }, [title])
  return (
    <header className={css.pageHeader} data-part="page-head">
      <h1 title={title}>{title}</h1>
      {children && (
        <div className={css.pageHeaderSlot} data-part="page-beside">
          {children}
        </div>
      )}
      {actions && (
        <div className={css.pageHeaderActions} data-part="page-actions">
          {actions}
        </div>
      )}
    </header>
  )
}
