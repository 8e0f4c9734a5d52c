import { resourceOf } from '../../resources/index.ts'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Field, FieldOf, FieldType, Label, Resource } from '../../resources/kit/define.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { pointFromText, polygonFromText } from '../admin/fields/geo.ts'
import { plainCell } from '../kit/csv.ts'
import { plainName, type ImportLookups, type RefIndex } from './lookups.ts'

/** What a cell means: the value to store, or why it means nothing. */
export interface CellReading {
  value: unknown
  problem?: Problem
}

export interface CellContext {
  resource: Resource
  caller: Caller
  lookups: ImportLookups
  /** The project the row belongs to; null where it is not known. */
  project: number | null
}

/** Reads a cell: names become ids, words numbers, places JSON. Whether the value may be stored is the validation's question. */
export function readCell(field: Field, text: string, context: CellContext): CellReading {
  const plain = plainCell(text).trim()
  return plain === '' ? { value: null } : readers[field.type](field as never, plain, context)
}

const asIs = (_field: Field, text: string): CellReading => ({ value: text })

const readers: { [T in FieldType]: (field: FieldOf<T>, text: string, context: CellContext) => CellReading } = {
  text: asIs,
  longText: asIs,
  int: ({ onImport }, text) => {
    const stands = onImport?.find(({ given }) => String(given) === text)
    return { value: stands ? stands.stored : text }
  },
  decimal: asIs,
  flag: ({ options }, text) =>
    oneOf(
      [
        { value: 0, words: [...(options?.[0] ?? []), ...NO] },
        { value: 1, words: [...(options?.[1] ?? []), ...YES] },
      ],
      text,
    ),
  choice: ({ options }, text) =>
    oneOf(
      options.map(({ value, label }) => ({ value, words: label })),
      text,
    ),
  dict: ({ dict }, text, { lookups }) =>
    oneOf(
      (lookups.words.get(dict) ?? []).map(({ value, label }) => ({ value, words: label })),
      text,
    ),
  ref: (field, text, context) => (field.many ? each(field, text, context) : one(field, text, context)),
  point: (_field, text) => ({ value: pointFromText(text) }),
  polygon: (_field, text) => ({ value: polygonFromText(text.replaceAll(/[;；]/g, '\n')) }),
  image: asIs,
  json: asIs,
  date: (_field, text) => ({
    value: text.replace(
      /^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/,
      (_whole, year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
  }),
  time: (_field, text) => {
    const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text.replaceAll('/', '-').replace(' ', 'T'))
    return Number.isNaN(at) ? { value: text, problem: { key: 'error.rule.time' } } : { value: at }
  },
}

/** The number of a word, in any language; the number itself is understood too. */
function oneOf(options: readonly { value: number; words: Label | readonly string[] }[], text: string): CellReading {
  const normalised = plainName(text)
  const found =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ words }) => words.some((word) => plainName(word) === normalised))
  return found ? { value: found.value } : { value: text, problem: { key: 'error.rule.choice' } }
}

const YES = ['是', 'yes', 'y', 'true']
const NO = ['否', 'no', 'n', 'false']

function one(field: FieldOf<'ref'>, text: string, { resource, caller, lookups, project }: CellContext): CellReading {
  const target = resourceOf(field.to)
  // The top of one's own tree is no record, but a parent.
  if (target.tree && target === resource && text === String(target.tree.root))
    return isSuper(caller) || !target.tree.superTop
      ? { value: target.tree.root }
      : { value: text, problem: { key: 'error.rule.missing' } }
  const index = lookups.refs.get(field.to)
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

function each(field: FieldOf<'ref'>, text: string, context: CellContext): CellReading {
  const readings = text
    .split(/[,，;；、]/)
    .filter((part) => part.trim() !== '')
    .map((part) => one(field, part.trim(), context))
  const problem = readings.find((reading) => reading.problem)?.problem
  return problem ? { value: null, problem } : { value: readings.map(({ value }) => String(value)).join(',') }
}

/** Whether a record may be named by a row of a project; other platforms' name lists may not say whose it is. */
export function inProject(index: RefIndex | undefined, target: Resource, id: number, project: number | null): boolean {
  const column = target.scope.project
  const own = column === null || column === 'id' ? null : index?.rows.get(id)?.[column]
  return project === null || own === null || own === undefined || Number(own) === project
}
