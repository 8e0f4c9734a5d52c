import { sql, type RawBuilder, type Transaction } from 'kysely'
import { parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { topOf } from '../../resources/kit/tree.ts'
import type { Registry } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Entity, Reference } from './entity.ts'
import { isInScope, projectColumn, scopeOf } from './scope.ts'

/** The parts of an entity that tell which records its rows refer to. */
export type Named = Pick<Entity, 'resource' | 'references' | 'project'>

interface Found {
  field: string
  id: number
  project: number | null
  district: number | null
}

/**
 * Returns the problems of the records that a row refers to. Each must exist, lie within the caller's scope and, where
 * both belong to projects, in the row's project. One query for all references.
 *
 * @param changed the only fields to be checked: the caller is not responsible for references that did not change
 */
export async function referenceProblems(
  trx: Transaction<AnyTables>,
  entity: Named,
  row: Row,
  changed: ReadonlySet<string>,
  caller: Caller,
  registry: Registry,
): Promise<Record<string, Problem>> {
  const [problems = {}] = await referenceProblemsOf(trx, entity, [row], changed, caller, registry)
  return problems
}

/** The same for several rows, still with one query. Returns the problems of each row at its index. */
export async function referenceProblemsOf(
  trx: Transaction<AnyTables>,
  entity: Named,
  records: readonly Row[],
  changed: ReadonlySet<string>,
  caller: Caller,
  registry: Registry,
): Promise<Record<string, Problem>[]> {
  const problems = records.map((): Record<string, Problem> => ({}))
  const toCheck = entity.references
    .map((reference) => ({
      reference,
      ids: [...new Set(records.flatMap((row) => idsOf(entity, reference, row, changed)))],
    }))
    .filter(({ ids }) => ids.length > 0)
  if (toCheck.length === 0) return problems
  const { rows } = await sql<Found>`${sql.join(
    toCheck.map(({ reference, ids }) => lookUp(reference, ids)),
    sql` union all `,
  )}`.execute(trx)
  for (const { reference } of toCheck) {
    const { name, target } = reference
    const scope = scopeOf(caller, target, registry)
    const columns = { project: target.scope.project, district: target.scope.district }
    const found = new Map(rows.filter(({ field }) => field === name).map((row) => [Number(row.id), row]))
    const visible = new Set(
      [...found.values()]
        .filter(({ id, project, district }) =>
          isInScope(
            {
              ...(columns.district && { [columns.district]: district }),
              ...(columns.project && { [columns.project]: project }),
              id,
            },
            scope,
          ),
        )
        .map(({ id }) => Number(id)),
    )
    for (const [index, row] of records.entries()) {
      const ids = idsOf(entity, reference, row, changed)
      const project = entity.project === null ? null : row[entity.project]
      const elsewhere = (id: number): boolean => ![null, Number(project)].includes(projectOf(found.get(id)))
      if (!ids.every((id) => visible.has(id)))
        Object.assign(problems[index] ?? {}, { [name]: { key: 'error.rule.missing' } })
      else if (projectColumn(target) !== null && project && ids.some(elsewhere))
        Object.assign(problems[index] ?? {}, { [name]: { key: 'error.rule.otherProject' } })
    }
  }
  return problems
}

const projectOf = (found: Found | undefined): number | null =>
  found?.project === null || found?.project === undefined ? null : Number(found.project)

function idsOf({ resource }: Named, { name, target }: Reference, row: Row, changed: ReadonlySet<string>): number[] {
  if (!changed.has(name)) return []
  const value = row[name]
  const ids = parseIds(value === null || value === undefined ? null : String(value))
  // The root of a tree is no record, but it may be a parent in that tree.
  return target === resource ? ids.filter((id) => id !== topOf(resource, name)) : ids
}

function lookUp({ name, target }: Reference, ids: readonly number[]): RawBuilder<unknown> {
  const column = (name: string | null | undefined): RawBuilder<unknown> =>
    name ? sql`cast(${sql.ref(name)} as bigint)` : sql`cast(null as bigint)`
  return sql`select ${sql.lit(name)} as field, id, ${column(target.scope.project)} as project, ${column(target.scope.district)} as district
    from ${sql.table(target.table)} where id in (${sql.join(ids)}) and id <> ${sql.lit(target.tree?.root ?? 0)}`
}
