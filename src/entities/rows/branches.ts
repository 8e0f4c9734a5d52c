import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { isEmpty, type Values } from '../../../resources/kit/validate.ts'

/** The row being typed: a new one below a parent, or a change of an existing one. */
export interface Draft {
  /** null while it is new. */
  id: number | null
  parent: number
  values: Values
}

/** Id of a new row in a draft; no stored row has it. */
const NEW = -1

/** Returns the rows as they would be after saving the draft. */
export function withDraft(resource: Resource, rows: readonly Row[], draft: Draft | null): Row[] {
  // A new row without a name does not count yet.
  if (!draft || (draft.id === null && isEmpty(draft.values[resource.title]))) return [...rows]
  if (draft.id !== null) return rows.map((row) => (row.id === draft.id ? { ...row, ...draft.values, id: row.id } : row))
  const parent = resource.tree ? { [resource.tree.parent]: draft.parent } : {}
  return [...rows, { ...draft.values, ...parent, id: NEW }]
}

/** Returns a row with everything below it, the lowest first: the order in which a branch can be deleted. */
export function branchOf(resource: Resource, rows: readonly Row[], row: Row): Row[] {
  const parent = resource.tree?.parent
  if (parent === undefined) return [row]
  const seen = new Set<number>()
  const walk = (at: Row): Row[] => {
    if (seen.has(at.id)) return []
    seen.add(at.id)
    return [...rows.filter((other) => Number(other[parent]) === at.id).flatMap(walk), at]
  }
  return walk(row)
}
