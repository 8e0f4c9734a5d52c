import { resourceOf } from '../../resources/index.ts'
import { isSuper } from '../../resources/kit/access.ts'
import type { Label } from '../../resources/kit/define.ts'
import { projectField } from '../admin/fields/refChoices.ts'
import { inProject } from './readCell.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** More would only slow the browser's list down. */
const MOST = 300

/** What may be written into a cell, in the language in use; empty where anything may. */
export function suggestionsOf(sheet: Sheet, row: SheetRow, name: string, pick: (label: Label) => string): string[] {
  const { resource, lookups, caller } = sheet
  const field = resource.fields[name]
  if (field?.type === 'choice') return field.options.map(({ label }) => pick(label))
  if (field?.type === 'dict') return (lookups.words.get(field.dict) ?? []).map(({ label }) => pick(label))
  if (field?.type !== 'ref') return []
  const owner = projectField(resource)
  const project =
    owner === null || owner === name
      ? null
      : isSuper(caller)
        ? Number(sheet.judged(row).values[owner]) || null
        : caller.project_id
  const target = resourceOf(field.to)
  const index = lookups.refs.get(field.to)
  return [...(index?.shown ?? [])]
    .filter(([id]) => inProject(index, target, id, project))
    .slice(0, MOST)
    .map(([, text]) => text)
}
