import { Button, Divider, IconButton, MenuItem, OutlinedInput, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { Bookmark, BookmarkCheck, PenLine, Trash2 } from 'lucide-react'
import { useListContext, useSavedQueries, useTranslate, type SavedQuery } from 'react-admin'
import { useId, useState, type FormEvent } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { Menu, useCaller } from '../../../kit/index.ts'
import textCss from '../../../kit/text.module.css'
import css from '../list.module.css'

/**
 * A list's views that the user has named, as react-admin's saved queries: choose, name the current one, rename, delete.
 *
 * @param also values that belong to a view and apply by themselves where its filter lacks them; an older view without
 * them matches any
 */
export function SavedQueriesMenu({ also }: { also?: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate()
  const caller = useCaller()
  const { resource, filterValues, sort, perPage, setFilters, setSort, setPerPage } = useListContext<Row>()
  // Stored for each user: two people at one desk keep their own views.
  const [saved, setSaved] = useSavedQueries(`${resource}.${caller.id}`)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const state: SavedQuery['value'] = { filter: { ...also, ...filterValues }, displayedFilters: [], sort, perPage }
  const plain = sort.field === '' && Object.keys(filterValues).length === 0
  const active = saved.find(({ value }) =>
    sameQuery({ ...value, filter: { ...also, ...(value.filter as object) } }, state),
  )
  const close = () => {
    setAnchor(null)
    setRenamed(null)
  }
  const apply = ({ value }: SavedQuery) => {
    close()
    setFilters(value.filter as object)
    if (value.sort) setSort(value.sort)
    if (value.perPage) setPerPage(value.perPage)
  }
  const saveQuery = (label: string) => {
    const others = saved.filter((one) => one.label !== label && one.label !== renamed)
    const value = saved.find((one) => one.label === renamed)?.value ?? state
    setSaved([...others, { label, value }].toSorted((a, b) => a.label.localeCompare(b.label)))
    setRenamed(null)
  }
  const label = active ? translate('crud.filters.active', { name: active.label }) : translate('crud.filters.label')
  const Icon = active ? BookmarkCheck : Bookmark
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon size={16} strokeWidth={1.75} />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={close}>
          {saved.map((one) => (
            <MenuItem key={one.label} selected={one === active} className={css.filterEntry} onClick={() => apply(one)}>
              <span className={clsx(textCss.ellipsis, css.savedLabel)}>{one.label}</span>
              <IconButton
                size="small"
                aria-label={translate('crud.filters.rename', { name: one.label })}
                onClick={(event) => (event.stopPropagation(), setRenamed(one.label))}
              >
                <PenLine size={14} />
              </IconButton>
              <IconButton
                size="small"
                aria-label={translate('crud.filters.remove', { name: one.label })}
                onClick={(event) => (event.stopPropagation(), setSaved(saved.filter((other) => other !== one)))}
              >
                <Trash2 size={14} />
              </IconButton>
            </MenuItem>
          ))}
          {saved.length > 0 && <Divider />}
          <NameForm
            key={renamed}
            start={renamed ?? ''}
            hint={translate(plain && renamed === null ? 'crud.filters.none' : 'crud.filters.hint')}
            disabled={plain && renamed === null}
            onName={saveQuery}
          />
        </Menu>
      )}
    </>
  )
}

function NameForm({
  start,
  hint,
  disabled,
  onName,
}: {
  start: string
  hint: string
  disabled: boolean
  onName: (name: string) => void
}) {
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
    // Letters typed here must not trigger the menu's type-ahead.
    <li className={css.filterName} onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>
      <form onSubmit={submit}>
        <OutlinedInput
          id={id}
          value={name}
          autoFocus={start !== ''}
          disabled={disabled}
          placeholder={translate('crud.filters.name')}
          inputProps={{ 'aria-label': translate('crud.filters.name'), 'aria-describedby': `${id}-hint`, maxLength: 40 }}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={disabled || name.trim() === ''}>
          {translate('crud.save.submit')}
        </Button>
      </form>
      <p id={`${id}-hint`}>{hint}</p>
    </li>
  )
}

/** Whether two queries return the same rows in the same order; the page size does not count. */
const sameQuery = (one: SavedQuery['value'], other: SavedQuery['value']): boolean =>
  JSON.stringify([one.filter, one.sort]) === JSON.stringify([other.filter, other.sort])
