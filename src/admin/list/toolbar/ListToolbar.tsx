import { IconButton } from '@mui/material'
import { LayoutGrid, MapPin, Rows3 } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { isSuper } from '../../../../resources/kit/access.ts'
import { AreaChoice } from './AreaPanel.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { useHiddenColumns } from '../table/columns.ts'
import { ExportButton } from './ExportButton.tsx'
import { filterTarget } from './filterTarget.ts'
import type { ListView } from '../useView.ts'
import { Behind, chunk, Drawer, Segment, Skeleton, useCaller } from '../../../kit/index.ts'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { useResourceWords } from '../../words.ts'
import { useEntity } from '../../EntityContext.tsx'
import { useListCount } from '../ListPager.tsx'
import css from '../list.module.css'
import { useListFilters } from './listFilters.ts'
import { SavedQueriesMenu } from './SavedQueriesMenu.tsx'
import { LiveFilters, SearchInput } from './SearchInput.tsx'

/** Loaded separately: MUI's Autocomplete is large, and is not needed before the list is shown. */
const ProjectFilter = chunk(() => import('./ProjectFilter.tsx'))

/** Bar above every table: search, the filters that the definition names, the number of rows, the choice of columns. */
export function ListToolbar({ view, onView }: { view: ListView; onView: (view: ListView) => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const { resource, columns } = useEntity()
  const { sort } = useListContext<Row>()
  const [filters, change] = useListFilters()
  const [hidden, hide] = useHiddenColumns(resource)
  const count = useListCount()
  const projects = filterTarget(resource, 'project')
  const words = useResourceWords(resource)
  const phone = usePhone()
  const search = translate('crud.search', { fields: words.searched })
  return (
    <div className={css.filters} role="search">
      <AreaDrawer />
      <LiveFilters>
        <SearchInput
          label={search}
          placeholder={phone && words.searchesSeveral ? translate('crud.searchShort') : search}
        />
      </LiveFilters>
      {projects && isSuper(caller) && (
        <Behind chunk={ProjectFilter} placeholder={<Skeleton width={220} height={32} />}>
          <ProjectFilter
            of={projects}
            value={filters.project}
            onChange={(project) => change({ project, area: null })}
          />
        </Behind>
      )}
      <span className={css.total} role="status">
        {/* An empty list is reported by the pager, which a phone shows too. */}
        {count !== null && count > 0 && translate('crud.total', { smart_count: count, total: count })}
      </span>
      <SavedQueriesMenu />
      <ExportButton
        resource={resource}
        query={{ ...filters, sort: sort.field, descending: sort.order === 'DESC' }}
        total={count}
      />
      {resource.view && (
        <Segment
          label={translate('crud.view.label')}
          iconsOnly
          value={view}
          onChange={onView}
          options={[
            {
              value: 'table',
              label: translate('crud.view.table'),
              icon: <Rows3 size={16} aria-hidden />,
            },
            {
              value: 'cards',
              label: translate('crud.view.cards'),
              icon: <LayoutGrid size={16} aria-hidden />,
            },
          ]}
        />
      )}
      <ColumnChoice resource={resource} columns={columns} hidden={hidden} onHide={hide} />
    </div>
  )
}

/** Area tree in a drawer, where there is no space for it beside the list. */
function AreaDrawer() {
  const translate = useTranslate()
  const { resource } = useEntity()
  const [filters, change] = useListFilters()
  const [open, setOpen] = useState(false)
  const tree = filterTarget(resource, 'area')
  if (!tree) return null
  const label = translate('crud.chooseArea')
  const choose = (area: number | null) => {
    change({ area })
    setOpen(false)
  }
  return (
    <>
      <IconButton
        className={css.areasButton}
        aria-label={label}
        aria-haspopup="dialog"
        aria-pressed={filters.area !== null}
        onClick={() => setOpen(true)}
      >
        <MapPin size={16} />
      </IconButton>
      {open && (
        <Drawer label={label} side="left" onClose={() => setOpen(false)}>
          <div className={css.areasDrawer}>
            <AreaChoice
              resource={resource}
              tree={tree}
              selected={filters.area}
              project={filters.project}
              onSelect={choose}
            />
          </div>
        </Drawer>
      )}
    </>
  )
}
