import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { AreaTree } from '../../../kit/areaTree/AreaTree.tsx'
import { buildTree, totalsByArea, type AreaNode } from '../../../kit/areaTree/tree.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { isEmpty } from '../../../../resources/kit/validate.ts'
import { useNames } from '../../fields/names.ts'
import { loadCapabilities } from '../../../../authProvider/capabilities.ts'
import { areaCounts } from '../../../../dataProvider/calls/areaCounts.ts'
import css from '../list.module.css'

interface AreaPanelProps {
  /** Resource whose records are counted for each area. */
  resource: Resource
  /** The resource whose tree is shown. */
  tree: Resource
  selected: number | null
  /** Shows only this project's areas; null is all. */
  project: number | null
  onSelect: (id: number | null) => void
}

/** Panel at the left: the areas that a list can be filtered by. */
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

/**
 * Returns how many records of a list are in each area and below; under null the total. undefined while unknown, and
 * where the platform does not count.
 */
function useAreaCounts(
  resource: Resource,
  areas: readonly AreaNode[],
  project: number | null,
): ReadonlyMap<number | null, number> | undefined {
  // Placed under the list's own key, so that invalidating the list invalidates the counts.
  const { data } = useQuery({
    queryKey: [resource.path, 'areas', project],
    queryFn: ({ signal }) => counted(resource, project, signal),
    staleTime: 10_000,
    retry: false,
    placeholderData: (before) => before,
  })
  return useMemo(() => {
    if (!data) return undefined
    const all = [...data.values()].reduce((sum, count) => sum + count, 0)
    return new Map<number | null, number>([...totalsByArea(areas, data), [null, all]])
  }, [data, areas])
}

const counted = async (
  resource: Resource,
  project: number | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number> | null> =>
  (await loadCapabilities()).extensions.has('areas') ? areaCounts(resource.api, project, signal) : null
