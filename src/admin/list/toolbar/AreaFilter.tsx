import { AreaPanel } from './AreaPanel.tsx'
import { filterTarget } from './filterTarget.ts'
import { useEntity } from '../../EntityContext.tsx'
import { useListFilters } from './listFilters.ts'

/** The tree at the left of a list that can be narrowed by area. */
export function AreaFilter() {
  const { resource } = useEntity()
  const [filters, change] = useListFilters()
  const tree = filterTarget(resource, 'area')
  return (
    tree && (
      <AreaPanel
        resource={resource}
        tree={tree}
        selected={filters.area}
        project={filters.project}
        onSelect={(area) => change({ area })}
      />
    )
  )
}
