import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Search, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState, type FormEvent } from 'react'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { SEARCH_MODES, type SearchMode } from '../../dataProvider/calls.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { device } from '../../resources/device.ts'
import { useCaller } from '../kit/index.ts'
import { isLongEnough, SHORTEST_SEARCH } from './monitorParams.ts'
import css from './list/filters.module.css'

interface SearchBoxProps {
  by: SearchMode
  q: string
  onSearch: (by: SearchMode, q: string) => void
}

/**
 * The search mode and the search text. Searches on Enter; a text that is too short gets a message below (spec 1 §5), an
 * empty text ends the search.
 */
export function SearchBox({ by, q, onSearch }: SearchBoxProps) {
  const translate = useTranslate()
  const modes = useSearchModes()
  const [mode, setMode] = useState(by)
  const [text, setText] = useState(q)
  const [tooShort, setTooShort] = useState(false)
  const [applied, setApplied] = useState({ by, q })
  // The address changed by other means (refresh, back): the box follows.
  if (applied.by !== by || applied.q !== q) {
    setApplied({ by, q })
    setText(q)
    if (q !== '') setMode(by)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    const short = query !== '' && !isLongEnough(mode, query)
    setTooShort(short)
    if (!short && query !== q) onSearch(mode, query)
  }
  const clear = () => {
    setText('')
    setTooShort(false)
    if (q !== '') onSearch(mode, '')
  }
  return (
    <form className={css.search} role="search" aria-label={translate('monitor.search.label')} onSubmit={submit}>
      <label className={css.searchBy}>
        <select
          aria-label={translate('monitor.search.by')}
          value={mode}
          onChange={(event) => {
            setMode(SEARCH_MODES.find((known) => known === event.target.value) ?? 'name')
            setTooShort(false)
          }}
        >
          {modes.map((known) => (
            <option key={known} value={known}>
              {translate(`monitor.search.${known}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      <label className={css.searchText}>
        <Search size={14} strokeWidth={1.9} aria-hidden />
        <input
          type="search"
          value={text}
          maxLength={60}
          placeholder={translate('monitor.search.hint', { count: SHORTEST_SEARCH[mode] })}
          aria-label={translate('monitor.search.label')}
          aria-invalid={tooShort}
          aria-describedby={tooShort ? 'monitor-search-problem' : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setTooShort(false)
          }}
        />
      </label>
      {text !== '' && (
        <button
          type="button"
          className={css.searchClear}
          aria-label={translate('monitor.search.clear')}
          onClick={clear}
        >
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      )}
      {tooShort && (
        <p id="monitor-search-problem" className={css.searchProblem} role="alert">
          {translate('monitor.search.tooShort', { count: SHORTEST_SEARCH[mode] })}
        </p>
      )}
    </form>
  )
}

/**
 * Returns the search modes of this platform that the caller may use. Only the device list contains card numbers, so
 * that mode needs the right to read it.
 */
function useSearchModes(): readonly SearchMode[] {
  const caller = useCaller()
  const { data } = useQuery({
    queryKey: ['capabilities'],
    queryFn: loadCapabilities,
    staleTime: Infinity,
    retry: false,
  })
  const more = data?.extensions.has('codes') === true
  return SEARCH_MODES.filter((mode) =>
    mode === 'iccid' ? more && mayOpen(caller, device.menuKey) : mode === 'regcode' ? more : true,
  )
}
