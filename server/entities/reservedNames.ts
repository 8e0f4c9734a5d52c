import { FILTER_WORDS, LIST_WORDS } from '../../resources/kit/callWords.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { searchTableOf } from '../storage/textSearch.ts'
import type { ShapeProblem } from './shape.ts'

/**
 * Finds fields whose name is reserved by a database or a call. The list is the same on both engines, so that a file may
 * move from one to the other.
 *
 * @param known the definition in force: names that it has already are kept
 */
export const reservedNames = (resource: Resource, known: Resource | null): ShapeProblem[] => [
  ...ofObjects(resource, known),
  ...ofFields(resource, known),
]

/** Checks address, call and table, by which definitions are looked up. */
function ofObjects({ path, api, table }: Resource, known: Resource | null): ShapeProblem[] {
  const named = { path: path.split('/'), api: [api], table: [table] }
  return (['path', 'api', 'table'] as const).flatMap((at) => {
    const word = known?.table === table ? undefined : named[at].find((name) => PROTOTYPE.has(name))
    return word === undefined ? [] : [{ at, text: `"${word}" is a reserved word of JavaScript; take another name.` }]
  })
}

function ofFields(resource: Resource, known: Resource | null): ShapeProblem[] {
  return Object.keys(resource.fields)
    .filter((name) => known === null || known.table !== resource.table || !Object.hasOwn(known.fields, name))
    .flatMap((name) => {
      const owner = ownerOf(name, resource)
      return owner === null
        ? []
        : [
            {
              at: `fields.${name}`,
              text: `"${name}" is a word that ${owner} reserves for itself; take another name, for example "${name}_no".`,
            },
          ]
    })
}

/** Returns what reserves a name; null where it is free. */
function ownerOf(name: string, { table, scope }: Resource): string | null {
  // The filters with these names filter by this very field.
  if ((name === 'pro_id' && scope.project === name) || (name === 'dis_id' && scope.district === name)) return null
  if (name === searchTableOf(table)) return 'the text search of the table'
  return OWNERS.find(([, names]) => names.has(name))?.[0] ?? null
}

/** Names of members that every plain object has. */
const PROTOTYPE: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const OWNERS: readonly (readonly [owner: string, names: ReadonlySet<string>])[] = [
  ['every record', words('id created_at updated_at')],
  ['JavaScript', PROTOTYPE],
  [
    'SQL',
    words(
      'select from where table order group limit offset index check primary references union join user default values column constraint grant to in is and or not null true false',
    ),
  ],
  // System columns of every table; quoting does not make another column of them.
  ['PostgreSQL', words('tableoid xmin cmin xmax cmax ctid oid')],
  // `rowid` is the number of a row; `rank` is a column of the text search's index.
  ['SQLite', words('rowid rank')],
  ['the list call', new Set<string>(LIST_WORDS)],
  ['the filter of /v1/rest', new Set<string>(FILTER_WORDS)],
]
