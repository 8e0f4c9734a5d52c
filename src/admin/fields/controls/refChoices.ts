import type { Row } from '../../../../dataProvider/rows.ts'
import { isSuper } from '../../../../resources/kit/access.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import type { FormInfo } from '../formContext.ts'
import { rowsById } from '../names.ts'

/** A record that may be chosen. */
export interface RefChoice {
  id: number
  /** Its own name, as shown in the lines of a tree. */
  name: string
  /** Its name with its ancestors, "city / district", as shown in the closed input. */
  path: string
  /** Depth in its tree, from 0. */
  depth: number
}

/** Returns the field of a resource that names the project its records belong to, or null. */
export function projectField(resource: Resource): string | null {
  const column = resource.scope.project
  return column !== null && column !== 'id' && resource.fields[column]?.type === 'ref' ? column : null
}

/**
 * Returns the rows that a reference may choose from: those of the project chosen in the form and, for a record's parent
 * in its own tree, neither the record itself nor its descendants.
 */
export function eligible(
  target: Resource,
  rows: readonly Row[],
  project: number | null,
  info: FormInfo,
): readonly Row[] {
  const column = target.scope.project
  const scoped =
    project === null || column === null || column === 'id'
      ? rows
      : rows.filter((row) => row[column] === undefined || row[column] === null || row[column] === project)
  const own = info.resource === target && target.tree ? Number(info.record?.['id']) : Number.NaN
  return Number.isFinite(own)
    ? scoped.filter((row) => !lineage(target, rows, row).some((ancestor) => ancestor.id === own))
    : scoped
}

/**
 * Returns the choices of a reference: in tree order, headed by the root where it may be chosen; otherwise by name.
 * Computed once for each answer, because 10,000 names take time.
 */
export function choicesOf(target: Resource, rows: readonly Row[], top: RefChoice | null): RefChoice[] {
  const choices = known.get(rows) ?? (target.tree ? inTreeOrder(target, rows, target.tree.root) : byName(target, rows))
  known.set(rows, choices)
  return top ? [top, ...choices] : choices
}

const known = new WeakMap<readonly Row[], RefChoice[]>()

function byName(target: Resource, rows: readonly Row[]): RefChoice[] {
  const choices = rows.map((row) => {
    const name = titleOf(target, row)
    return { id: row.id, name, path: name, depth: 0 }
  })
  return choices.toSorted((a, b) => a.name.localeCompare(b.name))
}

function inTreeOrder(target: Resource, rows: readonly Row[], root: number): RefChoice[] {
  const order = new Map(rows.map((row, index) => [row.id, index]))
  return rows
    .filter((row) => row.id !== root)
    .map((row) => ({ id: row.id, line: lineage(target, rows, row) }))
    .toSorted((a, b) => compareLines(a.line, b.line, order))
    .map(({ id, line }) => {
      const names = line.map((ancestor) => titleOf(target, ancestor))
      return { id, name: names.at(-1) ?? '', path: names.join(' / '), depth: names.length - 1 }
    })
}

/**
 * Whether the caller may put a record at the top of its tree (areas: spec 2 §2, users with super_id at most 1), or the
 * record is there already.
 */
export function mayBeTop(target: Resource, name: string, info: FormInfo): boolean {
  if (info.resource !== target || target.tree?.parent !== name) return false
  return !target.tree.superTop || isSuper(info.caller) || Number(info.record?.[name]) === target.tree.root
}

/** Returns a row with its ancestors, outermost first, without the root; a cycle of parents is followed once. */
function lineage(target: Resource, rows: readonly Row[], row: Row): Row[] {
  const tree = target.tree
  if (!tree) return [row]
  const byId = rowsById(rows)
  const line: Row[] = []
  for (
    let at: Row | undefined = row;
    at && at.id !== tree.root && !line.includes(at);
    at = byId.get(Number(at[tree.parent]))
  )
    line.unshift(at)
  return line
}

/** Orders parents before their children, and siblings as in the answer. */
function compareLines(a: readonly Row[], b: readonly Row[], order: ReadonlyMap<number, number>): number {
  for (let depth = 0; depth < Math.min(a.length, b.length); depth++) {
    const difference = (order.get(a[depth]?.id ?? 0) ?? 0) - (order.get(b[depth]?.id ?? 0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
