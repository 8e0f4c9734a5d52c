import { resourceOf } from '../../../resources/index.ts'
import { isSuper, type Caller } from '../../../resources/kit/access.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import type { Reading } from '../../../resources/kit/types/fieldType.ts'
import { typeOf } from '../../../resources/kit/types/index.ts'
import { plainName } from '../../../resources/kit/types/words.ts'
import { plainCell } from '../../../resources/kit/csv.ts'
import type { ImportLookups, RefIndex } from '../lookups.ts'

export interface CellContext {
  resource: Resource
  caller: Caller
  lookups: ImportLookups
  /** Project of the row; null where it is unknown. */
  project: number | null
}

/**
 * Reads a cell: names become ids, words numbers, places JSON. Whether the value may be stored is checked by the
 * validation.
 */
export function readCell(field: Field, text: string, context: CellContext): Reading {
  const plain = plainCell(text).trim()
  if (plain === '') return { value: null }
  const { words, zone } = context.lookups
  const found = typeOf(field).read?.(plain, field, {
    words: (dict) => words.get(dict) ?? [],
    record: (path, name) => recordCalled(path, name, context),
    moment: (moment) => zone.read(moment),
  })
  return found ?? { value: plain }
}

function recordCalled(path: string, text: string, { resource, caller, lookups, project }: CellContext): Reading {
  const target = resourceOf(path)
  // The root of the resource's own tree is not a record, but may be a parent.
  if (target.tree && target === resource && text === String(target.tree.root))
    return isSuper(caller) || !target.tree.superTop
      ? { value: target.tree.root }
      : { value: text, problem: { key: 'error.rule.missing' } }
  const index = lookups.refs.get(path)
  const ids = [...(index?.byName.get(plainName(text)) ?? [])]
  const near = ids.filter((id) => inProject(index, target, id, project))
  const [id] = near
  if (id === undefined)
    return {
      value: null,
      problem:
        ids.length > 0 ? { key: 'error.rule.otherProject' } : { key: 'importing.problem.unknown', args: { text } },
    }
  return near.length === 1
    ? { value: id }
    : { value: null, problem: { key: 'importing.problem.ambiguous', args: { text, count: near.length } } }
}

/** Whether a row of a project may name a record; name lists of other platforms may not tell its project. */
export function inProject(index: RefIndex | undefined, target: Resource, id: number, project: number | null): boolean {
  const column = target.scope.project
  const own = column === null || column === 'id' ? null : index?.rows.get(id)?.[column]
  return project === null || own === null || own === undefined || Number(own) === project
}
