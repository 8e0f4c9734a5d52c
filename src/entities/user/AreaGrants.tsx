import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { area } from '../../../resources/area.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { useNames } from '../../admin/fields/names.ts'
import { Skeleton, useCaller } from '../../kit/index.ts'
import { areaBranches, readAreaGrants, withArea, type AreaBranch } from './areaGrants.ts'
import { CheckPanel } from './CheckPanel.tsx'
import type { CheckNode } from './checkLines.ts'
import css from './user.module.css'

/** Managed areas of the user's project. An area includes those below it; an empty choice means all areas. */
export function AreaGrants({
  value,
  project,
  idle,
  onChange,
}: {
  value: string | null
  project: number | null
  idle: boolean
  onChange: (text: string) => void
}) {
  const translate = useTranslate()
  const caller = useCaller()
  const { data: rows, error, refetch } = useNames(area.path)
  const waiting = isSuper(caller) && project === null
  const branches = useMemo(() => (waiting ? [] : areaBranches(rows ?? [], project)), [rows, project, waiting])
  const { chosen, locked } = useMemo(() => readAreaGrants(value, branches), [value, branches])
  const nodes = useMemo(() => branches.map((branch) => checkNode(branch, chosen, false)), [branches, chosen])
  const choose = (areas: Iterable<number>) => onChange([...locked, ...areas].toSorted((a, b) => a - b).join(','))
  const toggle = ({ id, checked }: CheckNode) => {
    const branch = find(branches, Number(id))
    if (branch) choose(withArea(chosen, branch, checked !== true))
  }
  const all = stateOf(nodes)
  return (
    <>
      <p className={css.grantsNote}>
        {translate(
          caller.districts.length > 0
            ? 'user.areasLimited'
            : chosen.size + locked.length === 0
              ? 'user.areasAll'
              : 'user.areasSome',
        )}
      </p>
      {rows === undefined && !error && <Skeleton height={34} />}
      <CheckPanel
        // Remounted with its top branches open when they are loaded, and for every project.
        key={`${project} ${branches.length}`}
        label={translate('user.areas')}
        searchText={translate('user.searchAreas')}
        nodes={nodes}
        idle={idle}
        onToggle={toggle}
        all={{ checked: all, onToggle: () => choose(all === true ? [] : branches.map(({ id }) => id)) }}
        open={branches.map(({ id }) => String(id))}
        locked={rows === undefined || waiting ? 0 : locked.length}
        empty={rows === undefined ? '' : translate(waiting ? 'user.projectFirst' : 'user.noAreas')}
      />
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}

function checkNode(branch: AreaBranch, chosen: ReadonlySet<number>, taken: boolean): CheckNode {
  const own = taken || chosen.has(branch.id)
  const children = branch.children.map((child) => checkNode(child, chosen, own))
  return {
    id: String(branch.id),
    label: branch.name,
    checked: own ? true : stateOf(children) === false ? false : 'mixed',
    disabled: taken,
    children,
  }
}

function stateOf(nodes: readonly CheckNode[]): boolean | 'mixed' {
  if (nodes.every(({ checked }) => checked === false)) return false
  return nodes.every(({ checked }) => checked === true) ? true : 'mixed'
}

function find(branches: readonly AreaBranch[], id: number): AreaBranch | undefined {
  for (const branch of branches) {
    const found = branch.id === id ? branch : find(branch.children, id)
    if (found) return found
  }
  return undefined
}
