import { Drawer, IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { LayoutGrid, MapPin, Rows3, Search, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { isSuper } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { Segment, useCaller } from '../ui/index.ts'
import { usePhone } from '../ui/useMedia.ts'
import { AreaChoice } from './AreaPanel.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import type { TableColumn } from './columns.ts'
import { ExportButton } from './ExportButton.tsx'
import { filterTarget } from './filterTarget.ts'
import type { ListQuery } from './listQuery.ts'
import { ProjectFilter } from './ProjectFilter.tsx'
import { SavedFilters } from './SavedFilters.tsx'
import type { View } from './useView.ts'
import { useResourceWords } from './words.ts'

interface FilterBarProps {
  resource: Resource
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  columns: readonly TableColumn[]
  hidden: ReadonlySet<string>
  onHide: (name: string, hidden: boolean) => void
  view: View
  onView: (view: View) => void
  /** null while it is not known. */
  total: number | null
  /** The tree the list can be narrowed by, or null. */
  areas: Resource | null
}

/** Above every table: search, the filters the definition names, the number of rows, the choice of columns. */
export function FilterBar({ resource, query, onChange, columns, hidden, onHide, view, onView, total, areas }: FilterBarProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const [areasOpen, setAreasOpen] = useState(false)
  const projects = filterTarget(resource, 'project')
  return (
    <div className="crud-filters" role="search">
      {areas && (
        <IconButton className="crud-areas-button" aria-label={translate('crud.chooseArea')} aria-pressed={query.area !== null} onClick={() => setAreasOpen(true)}>
          <MapPin size={16} />
        </IconButton>
      )}
      <SearchBox resource={resource} value={query.search} onChange={(search) => onChange({ search })} />
      {projects && isSuper(caller) && <ProjectFilter of={projects} value={query.project} onChange={(project) => onChange({ project, area: null })} />}
      <span className="crud-total" role="status">
        {/* That there are none is the pager's to say, which a phone shows too. */}
        {total !== null && total > 0 && translate('crud.total', { smart_count: total, total })}
      </span>
      <SavedFilters resource={resource} query={query} />
      <ExportButton resource={resource} query={query} total={total} />
      {resource.view && (
        <Segment
          label={translate('crud.view.label')}
          iconsOnly
          value={view}
          onChange={onView}
          options={[
            { value: 'table', label: translate('crud.view.table'), icon: <Rows3 size={16} strokeWidth={1.75} aria-hidden /> },
            { value: 'cards', label: translate('crud.view.cards'), icon: <LayoutGrid size={16} strokeWidth={1.75} aria-hidden /> },
          ]}
        />
      )}
      <ColumnChoice resource={resource} columns={columns} hidden={hidden} onHide={onHide} />
      {areas && (
        <Drawer anchor="left" open={areasOpen} onClose={() => setAreasOpen(false)} slotProps={{ paper: { className: 'crud-areas-drawer' } }}>
          <AreaChoice
            resource={resource}
            tree={areas}
            selected={query.area}
            project={query.project}
            onSelect={(area) => {
              onChange({ area })
              setAreasOpen(false)
            }}
          />
        </Drawer>
      )}
    </div>
  )
}

/** How long typing must rest before the platform is asked, in ms. */
const REST = 300

function SearchBox({ resource, value, onChange }: { resource: Resource; value: string; onChange: (search: string) => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const phone = usePhone()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The URL may change from outside (back, a link): then it is right, and not what was typed.
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next.trim()
    onChange(next.trim())
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), REST)
  }
  const label = translate('crud.search', { fields: words.searched })
  return (
    <OutlinedInput
      className="crud-search"
      value={text}
      placeholder={phone && words.searchesSeveral ? translate('crud.searchShort') : label}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text)
        if (event.key === 'Escape' && text !== '') {
          setText('')
          send('')
        }
      }}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search', maxLength: 100 }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={14} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        text !== '' && (
          <IconButton
            size="small"
            edge="end"
            aria-label={translate('crud.clear')}
            onClick={() => {
              setText('')
              send('')
            }}
          >
            <X size={14} />
          </IconButton>
        )
      }
    />
  )
}
