import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { useMedia } from '../hooks/useMedia.ts'
import { Popover } from '../layers/layers.tsx'
import textCss from '../text.module.css'
import css from '../days/picker.module.css'
import controlsCss from '../controls.module.css'
import { AreaTree } from './AreaTree.tsx'
import { findArea, type AreaNode } from './tree.ts'

interface AreaSelectProps {
  label: string
  areas: AreaNode[]
  /** null: all areas, or no choice yet. */
  value: number | null
  onChange: (id: number | null) => void
  /** Offers "All areas", which selects null. */
  withAll?: boolean
  /** The platform is known to have no areas. */
  none?: boolean
  /** The areas are loading. */
  waiting?: boolean
  /** Why the areas could not be loaded. */
  error?: unknown
  onRetry?: () => void
}

/** A choice of an area from the tree, in the form of an input. */
export function AreaSelect({
  label,
  areas,
  value,
  onChange,
  withAll = false,
  none = false,
  waiting = false,
  error = null,
  onRetry,
}: AreaSelectProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const touch = useMedia('(hover: none)')
  const name =
    value === null ? (withAll ? translate('monitor.tree.all') : null) : (findArea(areas, value)?.name ?? null)
  return (
    <div className={css.combo} data-part="combo">
      <button
        ref={button}
        type="button"
        className={clsx(controlsCss.input, css.comboButton)}
        data-part="input"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={name ? `${label}: ${name}` : label}
        onClick={() => setOpen(!open)}
      >
        <span className={clsx(textCss.ellipsis, !name && css.comboNone)} data-part={!name ? 'none' : undefined}>
          {name ?? label}
        </span>
        <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
      </button>
      {open && (
        <Popover anchor={button} label={label} onClose={() => setOpen(false)} width={280}>
          <AreaTree
            areas={areas}
            selected={value}
            withAll={withAll}
            none={none}
            waiting={waiting}
            error={error}
            onRetry={onRetry}
            // Not on touch devices, whose on-screen keyboard would cover the tree.
            autoFocus={!touch}
            onSelect={(id) => {
              onChange(id)
              setOpen(false)
              button.current?.focus()
            }}
          />
        </Popover>
      )}
    </div>
  )
}
