import { useTranslate } from 'react-admin'
import { isSuper, parseIds } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { permissiontype } from '../../../resources/permission.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { useNames } from '../../admin/fields/names.ts'
import { resourceOf } from '../../../resources/index.ts'
import { useCaller } from '../../kit/index.ts'
import { CheckPanel } from './CheckPanel.tsx'

/** Permission types: all for the super administrator; for other editors those that they hold. */
export function TypeGrants({
  value,
  idle,
  onChange,
}: {
  value: string | null
  idle: boolean
  onChange: (text: string) => void
}) {
  const translate = useTranslate()
  const { offered, error, refetch } = useTypes()
  const chosen = new Set(parseIds(value))
  const ids = offered.map(({ id }) => id)
  const locked = [...chosen].filter((id) => !ids.includes(id))
  const count = ids.filter((id) => chosen.has(id)).length
  const set = (some: readonly number[], on: boolean) =>
    onChange(
      [...locked, ...ids.filter((id) => (some.includes(id) ? on : chosen.has(id)))].toSorted((a, b) => a - b).join(','),
    )
  return (
    <>
      <CheckPanel
        label={translate('user.types')}
        searchText={translate('user.searchTypes')}
        nodes={offered.map(({ id, name }) => ({
          id: String(id),
          label: name,
          note: String(id),
          checked: chosen.has(id),
          children: [],
        }))}
        idle={idle}
        onToggle={({ id, checked }) => set([Number(id)], checked !== true)}
        all={{
          checked: count === 0 ? false : count === ids.length ? true : 'mixed',
          onToggle: () => set(ids, count !== ids.length),
        }}
        locked={locked.length}
        empty={translate('user.noTypes')}
      />
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}

/** Returns the types that the caller may grant, named by number where the caller may not read the list of names. */
function useTypes() {
  const caller = useCaller()
  const { data: rows = [], isPending, error, refetch } = useNames(permissiontype.path)
  const resource = resourceOf(permissiontype.path)
  if (isSuper(caller))
    return { offered: rows.map((row) => ({ id: row.id, name: titleOf(resource, row) })), error, refetch }
  const names = new Map(rows.map((row) => [row.id, titleOf(resource, row)]))
  return {
    offered: caller.types.map((id) => ({ id, name: names.get(id) ?? (isPending ? '…' : `#${id}`) })),
    error: null,
    refetch,
  }
}
