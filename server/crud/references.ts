import { sql, type RawBuilder, type Transaction } from 'kysely'
import { parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Registry } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { projectColumn, type Entity, type Reference } from './entity.ts'
import type { Row } from './row.ts'
import { meets, scopeOf } from './scope.ts'

interface Found {
  field: string
  id: number
  project: number | null
  district: number | null
}

/**
 * What is wrong with the records a row names: each must exist, lie within the caller's scope and, where both belong to projects, in the
 * row's project. One query for all of them.
 *
 * @param changed only these fields are looked at: what stood there before is none of the caller's doing
 */
export async function referenceProblems(
  trx: Transaction<AnyTables>,
  entity: Entity,
  row: Row,
  changed: ReadonlySet<string>,
  caller: Caller,
  registry: Registry,
): Promise<Record<string, Problem>> {
  const asked = entity.references.map((reference) => ({ reference, ids: idsOf(reference, row, changed) })).filter(({ ids }) => ids.length > 0)
  if (asked.length === 0) return {}
  const { rows } = await sql<Found>`${sql.join(asked.map(({ reference, ids }) => lookUp(reference, ids)), sql` union all `)}`.execute(trx)
  const problems: Record<string, Problem> = {}
  const project = entity.project === null ? null : row[entity.project]
  for (const { reference, ids } of asked) {
    const scope = scopeOf(caller, reference.target, registry)
    const found = rows.filter(({ field }) => field === reference.name)
    const columns = { project: reference.target.scope.project, district: reference.target.scope.district }
    const visible = found.filter(({ id, project: targetProject, district }) =>
      meets({ ...(columns.district && { [columns.district]: district }), ...(columns.project && { [columns.project]: targetProject }), id }, scope),
    )
    if (visible.length < new Set(ids).size) problems[reference.name] = { key: 'error.rule.missing' }
    else if (projectColumn(reference.target) !== null && project && found.some((target) => target.project !== null && Number(target.project) !== Number(project)))
      problems[reference.name] = { key: 'error.rule.otherProject' }
  }
  return problems
}

function idsOf({ name, target }: Reference, row: Row, changed: ReadonlySet<string>): number[] {
  if (!changed.has(name)) return []
  const value = row[name]
  // The root of a tree is no record, but a parent.
  return parseIds(value === null || value === undefined ? null : String(value)).filter((id) => id !== target.tree?.root)
}

function lookUp({ name, target }: Reference, ids: readonly number[]): RawBuilder<unknown> {
  const column = (name: string | null | undefined): RawBuilder<unknown> => (name ? sql`cast(${sql.ref(name)} as bigint)` : sql`cast(null as bigint)`)
  return sql`select ${sql.lit(name)} as field, id, ${column(target.scope.project)} as project, ${column(target.scope.district)} as district
    from ${sql.table(target.table)} where id in (${sql.join(ids)})`
}
