import { useTranslate } from 'react-admin'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { NARROWEST, WIDEST, type Widths } from './useWidths.ts'
import css from './table.module.css'

interface ColumnEdgeProps {
  name: string
  title: string
  widths: Widths
}

/**
 * Edge of a column title: dragged, or moved with the arrow keys; a double-click or Enter resets all columns to the
 * width of their content.
 */
export function ColumnEdge({ name, title, widths }: ColumnEdgeProps) {
  const translate = useTranslate()
  const drag = useRef<{ from: number; width: number } | null>(null)
  const moved = (event: PointerEvent): number =>
    drag.current ? drag.current.width + event.clientX - drag.current.from : 0
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    drag.current = { from: event.clientX, width: widths.measured(name) }
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag.current && event.clientX !== drag.current.from) widths.saveWidth(name, moved(event))
    drag.current = null
  }
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (event.key === 'Enter') widths.reset()
    else if (by) widths.saveWidth(name, (widths.of(name) ?? widths.measured(name)) + by)
    else return
    event.preventDefault()
  }
  return (
    <span
      className={css.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={translate('crud.resize', { name: title })}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={widths.of(name) ?? NARROWEST}
      onPointerDown={start}
      onPointerMove={(event) => drag.current && widths.show(name, moved(event))}
      onPointerUp={end}
      onPointerCancel={() => {
        drag.current = null
      }}
      onDoubleClick={widths.reset}
      onKeyDown={press}
    />
  )
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 }
