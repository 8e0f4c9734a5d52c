import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { foldText, containsFolded } from '../../../resources/kit/fold.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useDeviceIndex, useListedDevices } from '../../live/useDevice.ts'
import css from './mapMode.module.css'
import mapCss from '../../map/map.module.css'

interface MapSearchProps {
  store: DeviceStore
  /** Goes to a device. */
  onPick: (id: number) => void
}

const MAX_HITS = 8

/** Finds a device by a part of its name and goes there. */
export function MapSearch({ store, onPick }: MapSearchProps) {
  const translate = useTranslate()
  const list = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const query = foldText(text.trim())
  const devices = useListedDevices(store)
  const isKnown = useDeviceIndex(store) > 0
  const matches = useMemo(() => {
    const hits: { id: number; name: string; placed: boolean }[] = []
    if (query === '' || !open) return hits
    for (const { id, name, positional } of devices.heads()) {
      if (containsFolded(name, query)) hits.push({ id, name, placed: positional !== null })
      if (hits.length === MAX_HITS) break
    }
    return hits
  }, [devices, query, open])
  const pick = (at: number) => {
    const hit = matches[at]
    if (!hit) return
    setText(hit.name)
    setOpen(false)
    onPick(hit.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') pick(active)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, matches.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else return
    event.preventDefault()
  }
  const showing = open && query !== ''
  return (
    <div className={clsx(mapCss.box, css.search)} role="search">
      <Search size={14} strokeWidth={1.9} aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-label={translate('map.search.label')}
        aria-expanded={showing}
        aria-controls={list}
        aria-activedescendant={showing && matches[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={translate('map.search.label')}
        value={text}
        maxLength={60}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button
          type="button"
          className={css.close}
          aria-label={translate('monitor.search.clear')}
          onClick={() => setText('')}
        >
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      )}
      <div
        className={clsx(mapCss.box, css.found)}
        id={list}
        role="listbox"
        aria-label={translate('map.search.label')}
        hidden={!showing}
      >
        {matches.map(({ id, name, placed }, at) => (
          <div
            key={id}
            id={`${list}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => {
              // The field keeps the focus.
              event.preventDefault()
              pick(at)
            }}
          >
            {name}
            {!placed && <small>{translate('map.search.noPlace')}</small>}
          </div>
        ))}
        {isKnown && matches.length === 0 && <div className={css.none}>{translate('map.search.none')}</div>}
      </div>
    </div>
  )
}
