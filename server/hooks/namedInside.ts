import type { Transaction } from 'kysely'
import { resourceOf } from '../../resources/index.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Reference } from '../crud/entity.ts'
import { referenceProblems } from '../crud/references.ts'
import { projectColumn } from '../crud/scope.ts'
import { idsIn } from '../alarms/escalation/book.ts'
import type { PendingSave } from '../platform/hook.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'

/**
 * Returns what is wrong with the records that a text of a row names, checked like the row's own references: they exist,
 * the caller may name them, and they belong to the row's project. The hook has written their ids into `fields`; ids
 * that were there before are not checked, since this caller did not add them.
 */
export async function namedProblem(
  trx: Transaction<AnyTables>,
  { platform, resource, row, signedIn: { caller } }: PendingSave,
  fields: readonly string[],
  old: Row | null,
): Promise<Problem | null> {
  const added = { ...row }
  for (const field of fields) {
    const before = new Set(idsIn(old?.[field]))
    added[field] = idsIn(row[field])
      .filter((id) => !before.has(id))
      .join(',')
  }
  const references = fields.flatMap((name): Reference[] => {
    const field = resource.fields[name]
    return field?.type === 'ref' ? [{ name, field, target: resourceOf(field.to) }] : []
  })
  const named = { resource, references, project: projectColumn(resource) }
  const problems = await referenceProblems(trx, named, added, new Set(fields), caller, platform.registry)
  return Object.values(problems)[0] ?? null
}
