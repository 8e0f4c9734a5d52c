import { useId, type ReactNode } from 'react'
import css from '../bigscreen.module.css'

interface FramedPanelProps {
  title: string
  /** By which a style sheet knows it: `data-panel`. */
  name: string
  /** What follows the title in its head. */
  beside?: ReactNode
  /** At the right end of its head. */
  tools?: ReactNode
  children: ReactNode
}

/** A framed part of the screen with four bright corners. */
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
