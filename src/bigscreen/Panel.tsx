import { useId, type ReactNode } from 'react'

interface PanelProps {
  title: string
  /** Names its place in the grid: `big-<name>`. */
  name: string
  /** At the right end of its head. */
  tools?: ReactNode
  children: ReactNode
}

/** A framed part of the screen with four bright corners. */
export function Panel({ title, name, tools, children }: PanelProps) {
  const id = useId()
  return (
    <section className={`big-panel big-${name}`} aria-labelledby={id}>
      <header className="big-panel-head">
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  )
}
