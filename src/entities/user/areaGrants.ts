import type { Row } from '../../../dataProvider/rows.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { nameOrNumber } from '../../../resources/kit/named.ts'

/** An area with those below it. */
export interface AreaBranch {
  id: number
  name: string
  children: AreaBranch[]
}

/**
 * Returns the areas of a project as trees, in the order of the answer. An area whose parent is not among them is at the
 * top; areas in a cycle of parents are left out.
 */
export function areaBranches(rows: readonly Row[], project: number | null): AreaBranch[] {
  const own = rows.filter(
    (row) =>
      project === null ||
      row['project_id'] === undefined ||
      row['project_id'] === null ||
      Number(row['project_id']) === project,
  )
  const ids = new Set(own.map(({ id }) => id))
  const branch = (row: Row, line: readonly number[]): AreaBranch => ({
    id: row.id,
    name: nameOrNumber(row.id, row['name']),
    children: own
      .filter((child) => Number(child['superid']) === row.id && !line.includes(child.id))
      .map((child) => branch(child, [...line, child.id])),
  })
  return own.filter((row) => !ids.has(Number(row['superid']))).map((row) => branch(row, [row.id]))
}

/** Returns the ids of a branch and of all areas below it. */
export const idsBelow = (branch: AreaBranch): number[] => [branch.id, ...branch.children.flatMap(idsBelow)]

/**
 * Splits a district list into the chosen areas on offer, and those that the editor does not see, which stay as they
 * are.
 */
export function readAreaGrants(
  text: string | null,
  branches: readonly AreaBranch[],
): { chosen: ReadonlySet<number>; locked: readonly number[] } {
  const known = new Set(branches.flatMap(idsBelow))
  const ids = parseIds(text)
  return { chosen: new Set(ids.filter((id) => known.has(id))), locked: ids.filter((id) => !known.has(id)) }
}

/** Chooses an area, which replaces those below it, or removes it. */
export function withArea(chosen: ReadonlySet<number>, branch: AreaBranch, on: boolean): Set<number> {
  const below = new Set(idsBelow(branch))
  const next = new Set([...chosen].filter((id) => !below.has(id)))
  if (on) next.add(branch.id)
  return next
}
