import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useEffect, useState } from 'react'
import shellCss from '../shell/shell.module.css'
import textCss from '../../kit/text.module.css'
import { modifier } from './modifier.ts'

const load = () => import('./CommandPalette.tsx')
const Palette = lazy(load)

/**
 * Search field of the top bar. A click on it, Ctrl or Cmd K, and "/" outside of inputs open the palette; its code is
 * loaded when the field is pointed at.
 */
export function PaletteButton() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const combined =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (event.defaultPrevented || !(combined || slash) || document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const ahead = () => void load().catch(() => {})
  return (
    <>
      <button
        type="button"
        className={shellCss.search}
        aria-label={translate('shell.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setOpen(true)}
      >
        <Search size={14} strokeWidth={1.9} aria-hidden />
        <span className={clsx(shellCss.searchText, textCss.ellipsis)}>{translate('shell.search')}</span>
        <kbd className={shellCss.searchKey} data-shown={`${modifier} K`} aria-hidden />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
