import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { BarButton } from '../../kit/buttons.tsx'
import { Menu, MenuItem } from '../../kit/index.ts'

interface PickMenuProps<T extends string> {
  /** Accessible name: what is chosen here. */
  label: string
  /** Content of the button. */
  children: ReactNode
  /**
   * The visible words of that content: they are part of its accessible name, so that voice control can address the
   * button by them.
   */
  words?: string
  className?: string
  options: readonly { value: T; label: string; lang?: string }[]
  value: T
  onChange: (value: T) => void
}

/** Button of the top bar that opens a menu with one current entry. */
export function PickMenu<T extends string>({
  label,
  children,
  words,
  className = '',
  options,
  value,
  onChange,
}: PickMenuProps<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <BarButton
        className={className}
        aria-label={words ? `${label}: ${words}` : label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {children}
      </BarButton>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          {options.map((option) => (
            <MenuItem
              key={option.value}
              lang={option.lang}
              role="menuitemradio"
              aria-checked={option.value === value}
              selected={option.value === value}
              onClick={() => {
                setAnchor(null)
                onChange(option.value)
              }}
            >
              <span style={CHECK}>{option.value === value && <Check size={14} strokeWidth={2} />}</span>
              {option.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

const CHECK = { width: 14 }
