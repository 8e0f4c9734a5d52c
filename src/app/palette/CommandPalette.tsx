import { CircleAlert, Search } from 'lucide-react'
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { Dialog, useMe } from '../../kit/index.ts'
import { PaletteRow } from './PaletteRow.tsx'
import { find, type Entry, buildIndex, type Index } from './search.ts'
import { useEntries } from './useEntries.ts'
import { modifier } from './modifier.ts'
import textCss from '../../kit/text.module.css'
import css from './palette.module.css'

/** Finds any page, device, area, gateway, user or action by name, pinyin or initials (design §2). */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const translate = useLateWords('palette')
  usePausePolls(true)
  const navigate = useNavigate()
  const user = useMe().caller.id
  const { entries, loading, failed } = useEntries()
  const index = useIndex(entries)
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const [recent] = useState(() => readRecent(user))
  const groups = useMemo(
    () => (index === null ? [] : find(index, deferredQuery, recent)),
    [index, deferredQuery, recent],
  )
  const flat = useMemo(() => groups.flatMap(({ found }) => found), [groups])
  const [at, setAt] = useState(0)
  const active = Math.max(0, Math.min(at, flat.length - 1))
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  const rowId = (position: number) => `${base}-${position}`

  // After every render: the chosen line stays visible whatever moved.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a cleanup function.
    void list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const choose = (entry: Entry, newTab: boolean) => {
    addRecent(user, entry.id)
    onClose()
    if (typeof entry.to === 'function') entry.to()
    else if (newTab) window.open(entry.to, '_blank', 'noopener')
    else void navigate(entry.to)
  }
  // Enter may be pressed before its result is there; then it waits.
  const [entered, setEntered] = useState<{ newTab: boolean } | null>(null)
  const ready = index !== null && deferredQuery === query && (flat.length > 0 || !loading)
  const enter = useEffectEvent(() => {
    setEntered(null)
    const chosen = flat[active]
    if (entered && chosen) choose(chosen.entry, entered.newTab)
  })
  useEffect(() => {
    if (entered && ready) enter()
  }, [entered, ready])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }
    const step = steps[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      setEntered({ newTab: event.ctrlKey || event.metaKey })
    }
    if (step === undefined || flat.length === 0) return
    event.preventDefault()
    const one = Math.abs(step) === 1
    setAt(one ? (active + step + flat.length) % flat.length : Math.max(0, Math.min(flat.length - 1, active + step)))
  }
  let position = -1
  const waiting = index === null || (loading && flat.length === 0)
  return (
    <Dialog bare className={css.palette} title={translate('palette.title')} width={640} onClose={onClose}>
      <div className={css.head}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded={flat.length > 0}
          aria-controls={base}
          aria-autocomplete="list"
          aria-activedescendant={flat.length > 0 ? rowId(active) : undefined}
          aria-label={translate('palette.title')}
          placeholder={translate('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={60}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setEntered(null)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <button
          type="button"
          className={css.key}
          aria-label={translate('shell.close')}
          data-shown="Esc"
          onClick={onClose}
        />
      </div>
      {failed && (
        <p className={css.note} role="status">
          <CircleAlert size={14} strokeWidth={1.9} aria-hidden />
          {translate('palette.failed')}
        </p>
      )}
      <div
        ref={list}
        id={base}
        className={css.list}
        role="listbox"
        aria-label={translate('palette.title')}
        aria-busy={waiting}
      >
        {groups.map(({ section, found }) => (
          <div key={section} role="group" aria-label={translate(`palette.sections.${section}`)}>
            <p className={css.section} aria-hidden>
              {translate(`palette.sections.${section}`)}
            </p>
            {found.map((one) => {
              const mine = ++position
              return (
                <PaletteRow
                  key={one.entry.id}
                  id={rowId(mine)}
                  found={one}
                  active={mine === active}
                  onPoint={() => setAt(mine)}
                  onChoose={(event: MouseEvent) => choose(one.entry, event.ctrlKey || event.metaKey)}
                />
              )
            })}
          </div>
        ))}
        {flat.length === 0 && (
          <p className={css.none}>
            {waiting ? translate('palette.loading') : translate('palette.nothing', { query: deferredQuery.trim() })}
          </p>
        )}
      </div>
      <p className={textCss.visuallyHidden} role="status">
        {deferredQuery.trim() && index !== null ? translate('palette.found', { smart_count: flat.length }) : ''}
      </p>
      <PaletteFoot />
    </Dialog>
  )
}

const KEY = 'palette-recent'
const MAX_RECENT = 12

/**
 * Returns the ids of the entries that this user opened last through the palette, newest first, from this browser's
 * storage.
 */
function readRecent(user: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}-${user}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

function addRecent(user: number, id: string): void {
  try {
    localStorage.setItem(
      `${KEY}-${user}`,
      JSON.stringify([id, ...readRecent(user).filter((other) => other !== id)].slice(0, MAX_RECENT)),
    )
  } catch {
    // Without storage nothing is remembered.
  }
}

/**
 * Returns the searchable entries, which are built in pieces between frames; the previous index stays until the next one
 * is ready. null before the first.
 */
function useIndex(entries: readonly Entry[]): Index | null {
  const [index, setIndex] = useState<Index | null>(null)
  useEffect(() => {
    let over = false
    const make = async () => {
      // Without the dictionary names are still found by their own characters.
      const readings = await import('./readings.ts').then(
        ({ pinyinOf }) => pinyinOf,
        () => () => [],
      )
      const built = await buildIndex(entries, readings, breathe, () => over)
      if (!over) setIndex(built)
    }
    void make()
    return () => {
      over = true
    }
  }, [entries])
  return index
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Legend of the keys. */
function PaletteFoot() {
  const translate = useLateWords('palette')
  return (
    <footer className={css.foot}>
      <span>
        <kbd className={css.key}>↑</kbd>
        <kbd className={css.key}>↓</kbd>
        {translate('palette.choose')}
      </span>
      <span>
        <kbd className={css.key}>↵</kbd>
        {translate('palette.go')}
      </span>
      <span>
        <kbd className={css.key}>{modifier} ↵</kbd>
        {translate('palette.newTab')}
      </span>
      <span className={css.right}>{translate('palette.permitted')}</span>
    </footer>
  )
}
