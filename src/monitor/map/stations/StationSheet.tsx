import { ChevronUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import css from './stations.module.css'

/** On a phone the list is a sheet at the lower edge that is pulled up by its handle (design 8.3: peek 96). */
export function StationSheet({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.sheet} data-open={open || undefined}>
      <button
        type="button"
        className={css.handle}
        aria-expanded={open}
        aria-label={translate(open ? 'map.worst.close' : 'map.worst.open')}
        onClick={() => setOpen(!open)}
      >
        <ChevronUp size={18} strokeWidth={1.9} aria-hidden />
      </button>
      {children}
    </div>
  )
}
