import { matches, type Row } from '../../../../dataProvider/rows.ts'
import type { Resource } from '../../../../resources/kit/define.ts'

/** A row of a tree table. */
export interface TreeRow {
  row: Row
  /** From 0. */
  depth: number
  branch: boolean
  open: boolean
}

/**
 * Returns the lines of a tree table. A record whose parent is missing is at the top, and so is the first record of a
 * cycle of parents. A search keeps the matching records with their ancestors, and opens them.
 */
export function treeRows(
  resource: Resource,
  rows: readonly Row[],
  isOpen: (id: number) => boolean,
  search: string,
): TreeRow[] {
  const tree = resource.tree
  if (!tree) return rows.map((row) => ({ row, depth: 0, branch: false, open: false }))
  const shown = rows.filter((row) => row.id !== tree.root)
  const below = childrenByParent(shown, tree.parent)
  const kept = search.trim() === '' ? null : keptBySearch(resource, shown, tree.parent, search)
  const lines: TreeRow[] = []
  const drawn = new Set<number>()
  // An explicit stack: a tree may be deeper than the call stack allows.
  const draw = (starts: readonly Row[]) => {
    const stack = starts.toReversed().map((row) => ({ row, depth: 0 }))
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { row, depth } = next
      if (drawn.has(row.id) || (kept && !kept.has(row.id))) continue
      drawn.add(row.id)
      const children = (below.get(row.id) ?? []).filter(
        (child) => !drawn.has(child.id) && (!kept || kept.has(child.id)),
      )
      const open = children.length > 0 && (kept !== null || isOpen(row.id))
      lines.push({ row, depth, branch: children.length > 0, open })
      if (open) stack.push(...children.toReversed().map((child) => ({ row: child, depth: depth + 1 })))
      else markBelow(children, below, drawn)
    }
  }
  const ids = new Set(shown.map((row) => row.id))
  draw(shown.filter((row) => !ids.has(Number(row[tree.parent]))))
  for (const row of shown) if (!drawn.has(row.id)) draw([row])
  return lines
}

/**
 * Returns the number of records that a list reports: the platform's total; for a tree, the records that the search
 * finds, without its root.
 */
export function countOf(
  resource: Resource,
  { rows, total }: { rows: readonly Row[]; total: number },
  search: string,
): number {
  const { tree } = resource
  return tree ? rows.filter((row) => row.id !== tree.root && matches(resource, row, search)).length : total
}

function childrenByParent(rows: readonly Row[], parent: string): Map<number, Row[]> {
  const below = new Map<number, Row[]>()
  for (const row of rows) {
    const id = Number(row[parent])
    const siblings = below.get(id)
    if (siblings) siblings.push(row)
    else below.set(id, [row])
  }
  return below
}

/** Marks records in a closed branch as drawn, so that they are not taken for a cycle of parents. */
function markBelow(children: readonly Row[], below: ReadonlyMap<number, Row[]>, drawn: Set<number>): void {
  const stack = [...children]
  for (let row = stack.pop(); row; row = stack.pop()) {
    if (drawn.has(row.id)) continue
    drawn.add(row.id)
    stack.push(...(below.get(row.id) ?? []))
  }
}

function keptBySearch(resource: Resource, rows: readonly Row[], parent: string, search: string): Set<number> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = new Set<number>()
  for (const row of rows) {
    if (!matches(resource, row, search)) continue
    for (let at: Row | undefined = row; at && !kept.has(at.id); at = byId.get(Number(at[parent]))) kept.add(at.id)
  }
  return kept
}
