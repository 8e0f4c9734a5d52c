import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, ChevronDown, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import './combo.css'
import { InlineError } from './InlineError.tsx'
import { Popover } from './layers.tsx'

export interface ComboOption {
  id: number
  name: string
  /** A second, quieter line. */
  hint?: string
}

export interface ComboProps {
  /** Accessible name, and what stands there while nothing is chosen. */
  label: string
  options: readonly ComboOption[] | undefined
  value: number | null
  onChange: (id: number | null) => void
  /** Offers to choose nothing. */
  clearable?: boolean
  disabled?: boolean
  /** Why the options could not be had; null or nothing: they could, or are being asked for. */
  error?: unknown
  onRetry?: () => void
}

/** One out of many, found by typing. Draws only what is seen of its options: there may be 10,000 devices. */
export function Combo({
  label,
  options,
  value,
  onChange,
  clearable = false,
  disabled = false,
  error = null,
  onRetry,
}: ComboProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = options?.find(({ id }) => id === value)
  const choose = (id: number | null) => {
    onChange(id)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="ui-combo">
      <button
        ref={button}
        type="button"
        className="ui-input ui-combo__button"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={chosen ? `${label}: ${chosen.name}` : label}
        onClick={() => setOpen(!open)}
      >
        <span className={chosen ? 'ellipsis' : 'ellipsis ui-combo__none'}>{chosen?.name ?? label}</span>
        <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
      </button>
      {clearable && value !== null && !disabled && (
        <button
          type="button"
          className="ui-combo__clear"
          aria-label={translate('ui.clear', { name: label })}
          onClick={() => choose(null)}
        >
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      )}
      {open && (
        <Popover anchor={button} label={label} onClose={() => setOpen(false)}>
          {options === undefined && error !== null ? (
            <InlineError error={error} onRetry={onRetry} />
          ) : (
            <Choices label={label} options={options} value={value} onChoose={choose} />
          )}
        </Popover>
      )}
    </div>
  )
}

const ROW = 40

function Choices({
  label,
  options,
  value,
  onChoose,
}: Pick<ComboProps, 'label' | 'options' | 'value'> & { onChoose: (id: number) => void }) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  const found = useMemo(() => {
    const words = search.trim().toLowerCase()
    return (options ?? []).filter(
      ({ name, hint = '' }) => words === '' || `${name} ${hint}`.toLowerCase().includes(words),
    )
  }, [options, search])
  const [at, setAt] = useState(() => Math.max(0, options?.findIndex(({ id }) => id === value) ?? 0))
  const active = Math.min(at, found.length - 1)
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW,
    overscan: 6,
    initialOffset: active * ROW,
  })
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    const option = found[active]
    if (event.key === 'Enter' && option) {
      event.preventDefault()
      onChoose(option.id)
    }
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(found.length - 1, active + step))
    setAt(next)
    rows.scrollToIndex(next)
  }
  return (
    <>
      <input
        className="ui-input"
        type="search"
        role="combobox"
        autoFocus
        aria-expanded
        aria-controls={base}
        aria-activedescendant={found[active] ? `${base}-${found[active].id}` : undefined}
        aria-label={translate('ui.find', { name: label })}
        placeholder={translate('ui.find', { name: label })}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} className="ui-combo__list">
        <div id={base} role="listbox" aria-label={label} style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const option = found[index]
            return (
              option && (
                <button
                  key={option.id}
                  type="button"
                  id={`${base}-${option.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.id === value}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                  data-active={index === active || undefined}
                  className="ui-combo__option"
                  style={{ transform: `translateY(${start}px)` }}
                  onPointerMove={() => setAt(index)}
                  onClick={() => onChoose(option.id)}
                >
                  <span className="ellipsis" title={option.name}>
                    {option.name}
                    {option.hint && <small>{option.hint}</small>}
                  </span>
                  {option.id === value && <Check size={14} strokeWidth={1.9} aria-hidden />}
                </button>
              )
            )
          })}
        </div>
      </div>
      {found.length === 0 && (
        <p className="ui-combo__empty" role="status">
          {translate(options === undefined ? 'ui.loading' : 'ui.nothing')}
        </p>
      )}
    </>
  )
}
