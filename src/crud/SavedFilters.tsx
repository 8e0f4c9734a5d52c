import { Button, Divider, IconButton, Menu, MenuItem, OutlinedInput, Tooltip } from '@mui/material'
import { Bookmark, BookmarkCheck, PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Resource } from '../../resources/kit/define.ts'
import { stateOf, type ListQuery } from './listQuery.ts'
import { useKept } from './useKept.ts'

/** A list's search, filters and sorting under a name. */
interface Saved {
  name: string
  /** As the list's URL holds it, without the page. */
  state: string
}

/** The views of a list a user has named: choose, name the present one, rename, delete. */
export function SavedFilters({ resource, query }: { resource: Resource; query: ListQuery }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [saved, setSaved] = useKept<Saved[]>(`filters.${resource.path}`, [])
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const state = stateOf(query)
  const active = saved.find((one) => one.state === state)
  const close = () => {
    setAnchor(null)
    setRenamed(null)
  }
  const apply = (one: Saved) => {
    close()
    void navigate({ pathname, search: one.state })
  }
  const keep = (name: string) => {
    const others = saved.filter((one) => one.name !== name && one.name !== renamed)
    const kept = saved.find((one) => one.name === renamed)?.state ?? state
    setSaved([...others, { name, state: kept }].toSorted((a, b) => a.name.localeCompare(b.name)))
    setRenamed(null)
  }
  const label = active ? translate('crud.filters.active', { name: active.name }) : translate('crud.filters.label')
  const Icon = active ? BookmarkCheck : Bookmark
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon size={16} strokeWidth={1.75} />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        {saved.map((one) => (
          <MenuItem key={one.name} selected={one === active} className="crud-filter-entry" onClick={() => apply(one)}>
            <span className="ellipsis">{one.name}</span>
            <IconButton size="small" aria-label={translate('crud.filters.rename', { name: one.name })} onClick={(event) => (event.stopPropagation(), setRenamed(one.name))}>
              <PenLine size={14} />
            </IconButton>
            <IconButton size="small" aria-label={translate('crud.filters.remove', { name: one.name })} onClick={(event) => (event.stopPropagation(), setSaved(saved.filter((other) => other !== one)))}>
              <Trash2 size={14} />
            </IconButton>
          </MenuItem>
        ))}
        {saved.length > 0 && <Divider />}
        <NameForm key={renamed} start={renamed ?? ''} hint={translate(state === '' && renamed === null ? 'crud.filters.none' : 'crud.filters.hint')} disabled={state === '' && renamed === null} onName={keep} />
      </Menu>
    </>
  )
}

function NameForm({ start, hint, disabled, onName }: { start: string; hint: string; disabled: boolean; onName: (name: string) => void }) {
  const translate = useTranslate()
  const id = useId()
  const [name, setName] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || disabled) return
    onName(name.trim())
    setName('')
  }
  return (
    // Letters typed here are no search in the menu.
    <li className="crud-filter-name" onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>
      <form onSubmit={submit}>
        <OutlinedInput id={id} value={name} autoFocus={start !== ''} disabled={disabled} placeholder={translate('crud.filters.name')} inputProps={{ 'aria-label': translate('crud.filters.name'), 'aria-describedby': `${id}-hint`, maxLength: 40 }} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" disabled={disabled || name.trim() === ''}>
          {translate('crud.save.submit')}
        </Button>
      </form>
      <p id={`${id}-hint`}>{hint}</p>
    </li>
  )
}
