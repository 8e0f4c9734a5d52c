import { useId, type ReactNode } from 'react'
import css from '../bigscreen.module.css'

interface FramedPanelProps {
  title: string
  /** Name for the style sheet: `data-panel`. */
  name: string
  /** Follows the title in the head. */
  beside?: ReactNode
  /** At the right end of the head. */
  tools?: ReactNode
  children: ReactNode
}

/** A framed panel with four bright corners. */
export function FramedPanel({ title, name, beside, tools, children }: FramedPanelProps) {
  const id = useId()
  return (
    <section className={css.panel} data-panel={name} aria-labelledby={id}>
      <header className={css.panelHead}>
        <h2 id={id}>{title}</h2>
        {beside && <span className={css.panelBeside}>{beside}</span>}
        {tools}
      </header>
      {children}
    </section>
  )
}
