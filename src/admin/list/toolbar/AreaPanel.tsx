import { useMemo } from 'react'
import { AreaTree } from '../../../kit/areaTree/AreaTree.tsx'
import { buildTree } from '../../../kit/areaTree/tree.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { isEmpty } from '../../../../resources/kit/validate.ts'
import { useNames } from '../../fields/names.ts'
import css from '../list.module.css'
import { useAreaCounts } from './useAreaCounts.ts'

interface AreaPanelProps {
  /** Whose records the areas are counted by. */
  resource: Resource
  /** The resource whose tree is shown. */
  tree: Resource
  selected: number | null
  /** Only this project's areas; null is all. */
  project: number | null
  onSelect: (id: number | null) => void
}

/** The left panel: the areas a list can be narrowed to. */
export function AreaPanel(props: AreaPanelProps) {
  return (
    <aside className={css.areas}>
      <AreaChoice {...props} />
    </aside>
  )
}

export function AreaChoice({ resource, tree, selected, project, onSelect }: AreaPanelProps) {
  const { data, error, isPending, refetch } = useNames(tree.path)
  const areas = useMemo(() => {
    const owner = tree.scope.project
    const parent = tree.tree?.parent ?? ''
    const rows = (data ?? []).filter(
      (row) => project === null || owner === null || row[owner] === undefined || row[owner] === project,
    )
    return buildTree(
      rows.map((row) => ({
        id: row.id,
        name: titleOf(tree, row),
        superid: isEmpty(row[parent]) ? null : Number(row[parent]),
      })),
    )
  }, [tree, data, project])
  const counts = useAreaCounts(resource, areas, project)
  return (
    <AreaTree
      areas={areas}
      selected={selected}
      onSelect={onSelect}
      counts={counts}
      withAll
      waiting={isPending}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
