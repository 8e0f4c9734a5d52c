import { isSuper } from '../../../resources/kit/access.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { startOf } from '../../../resources/kit/tree.ts'
import { isEmpty, isShown, problemsOf, type Values } from '../../../resources/kit/validate.ts'
import { projectField } from '../../admin/fields/controls/refChoices.ts'
import { readCell, type CellContext } from './readCell.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** A row as it would be sent, the problems of its cells, and its parent if that is a row of the same file. */
export interface Judged {
  values: Values
  problems: Record<string, Problem>
  parent: SheetRow | null
}

/**
 * Reads and checks one row: cells become values, which the shared validation of form and server then checks as a whole.
 */
export function judge(sheet: Sheet, row: SheetRow): Judged {
  const { resource, caller, lookups } = sheet
  const values: Values = {}
  const unread: Record<string, Problem> = {}
  const owner = projectField(resource)
  const read = (name: string, context: CellContext): void => {
    const field = resource.fields[name]
    if (!field) return
    const { value, problem } = readCell(field, sheet.text(row, name), context)
    values[name] = !problem && isEmpty(value) ? startOf(resource, name, field) : value
    if (problem) unread[name] = problem
  }
  // The project first, because it decides which areas and gateways may be named.
  const context: CellContext = { resource, caller, lookups, project: sheet.project }
  if (owner !== null) {
    if (sheet.columns.includes(owner)) read(owner, { ...context, project: null })
    if (isSuper(caller) && isEmpty(values[owner]) && !unread[owner]) values[owner] = sheet.project
    context.project = isSuper(caller) ? Number(values[owner]) || null : caller.project_id
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (name === owner || field.readOnly || field.computed || field.secret || (field.superOnly && !isSuper(caller)))
      continue
    read(name, context)
  }
  const parent = parentOf(sheet, row, values, unread)
  const problems = problemsOf(resource, values)
  for (const [name, problem] of Object.entries(unread)) {
    const field = resource.fields[name]
    if (field && isShown(field, values)) problems[name] = problem
  }
  return { values, problems, parent }
}

/**
 * Returns the parent of a row in a tree if it is a row of the same file: found by its name, where no record has this
 * name.
 */
function parentOf(sheet: Sheet, row: SheetRow, values: Values, unread: Record<string, Problem>): SheetRow | null {
  const { tree } = sheet.resource
  if (!tree) return null
  const text = sheet.text(row, tree.parent).trim()
  const rows = text === '' ? [] : sheet.named(text).filter((other) => other !== row)
  const [found] = rows
  if (!found) return null
  // The name exists both in the file and on the platform: only the user knows which one is meant.
  if (rows.length > 1 || values[tree.parent] !== null || unread[tree.parent]?.key === 'importing.problem.ambiguous') {
    unread[tree.parent] = {
      key: 'importing.problem.ambiguous',
      args: { text, count: rows.length + (values[tree.parent] === null ? 0 : 1) },
    }
    return null
  }
  if (isBelow(sheet, found, row)) unread[tree.parent] = { key: 'error.rule.cycle' }
  else delete unread[tree.parent]
  // The parent's id is known once it is created; until then the root's id stands for it.
  values[tree.parent] = tree.root
  return found
}

/** Whether a row is below another, by the names in the file. */
function isBelow(sheet: Sheet, row: SheetRow, other: SheetRow): boolean {
  const parent = sheet.resource.tree?.parent ?? ''
  const seen = new Set<SheetRow>()
  for (let at: SheetRow | undefined = row; at && !seen.has(at); at = sheet.named(sheet.text(at, parent))[0]) {
    if (at === other) return true
    seen.add(at)
  }
  return false
}

/** Returns unique values that occur in more than one row of the file; the first row with a value keeps it. */
export function duplicatesIn(sheet: Sheet): ReadonlyMap<SheetRow, Record<string, Problem>> {
  const twice = new Map<SheetRow, Record<string, Problem>>()
  const owner = projectField(sheet.resource)
  for (const [name, field] of Object.entries(sheet.resource.fields)) {
    if (!field.unique) continue
    const first = new Map<string, SheetRow>()
    for (const row of sheet.rows) {
      const { values } = sheet.judged(row)
      if (isEmpty(values[name])) continue
      const key = JSON.stringify([
        field.unique === 'project' && owner !== null ? values[owner] : null,
        String(values[name]).trim(),
      ])
      const before = first.get(key)
      if (before)
        twice.set(row, { ...twice.get(row), [name]: { key: 'importing.problem.twice', args: { line: before.line } } })
      else first.set(key, row)
    }
  }
  return twice
}
