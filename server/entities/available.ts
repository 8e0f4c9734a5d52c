import type { Access, Resource } from '../../resources/kit/define.ts'
import { groupKeyOf } from '../../resources/menu.ts'
import { isSystemTable } from '../storage/systemTables.ts'
import { searchTableOf } from '../storage/textSearch.ts'
import type { ShapeProblem } from './shape.ts'
import { nounsOf, type NameContext } from './context.ts'

/** Returns what a definition names that is taken: address, noun, table, menu key, codes, group. */
export const clashProblems = (resource: Resource, world: NameContext): ShapeProblem[] => [
  ...pathProblems(resource, world),
  ...nounProblems(resource, world),
  ...tableProblems(resource, world),
  ...keyProblems(resource, world),
]

/** First parts of addresses that are not pages. */
const NOT_PAGES = new Set(['v1', 'upload', 'assets', 'login', 'docs', 'wx', 'metrics', 'healthz', 'readyz'])

function pathProblems({ path, within }: Resource, world: NameContext): ShapeProblem[] {
  // The router, like people, ignores case in addresses.
  const own = path.toLowerCase()
  if (NOT_PAGES.has(own.split('/')[0] ?? ''))
    return [
      {
        at: 'path',
        text: `begins with "${path.split('/')[0]}", which belongs to no page; begin with the group, for example manage/.`,
      },
    ]
  if (within && !world.resources.some((other) => other.path === within.path))
    return [{ at: 'within.path', text: `is "${within.path}", which does not exist; write the path of an entity.` }]
  if (within && path.replace(/\/[^/]*$/, '') !== within.path)
    return [{ at: 'path', text: `lies within ${within.path}; write "${within.path}/" and one more part.` }]
  const pages = [...world.resources.map((other) => other.path), ...world.pages.map((page) => page.path.slice(1))]
  const clash = pages.find((page) => {
    const other = page.toLowerCase()
    return (
      other === own ||
      (!within && own.startsWith(`${other}/`)) ||
      (other.startsWith(`${own}/`) &&
        !world.resources.some((inner) => inner.path === page && inner.within?.path === path))
    )
  })
  if (clash === undefined) return []
  if (clash === path) return [{ at: 'path', text: `"${path}" is taken; choose another.` }]
  return [
    {
      at: 'path',
      text:
        clash.toLowerCase() === own
          ? `"${path}" differs from "${clash}" only in case; choose another.`
          : `"${path}" and "${clash}" lie within each other; choose another.`,
    },
  ]
}

function nounProblems(resource: Resource, world: NameContext): ShapeProblem[] {
  const theirs = new Set([...world.nouns, ...world.resources.flatMap(nounsOf)].map((noun) => noun.toLowerCase()))
  return nounsOf(resource).flatMap((noun, index) =>
    theirs.has(noun.toLowerCase())
      ? [{ at: index === 2 ? 'within.call' : 'api', text: `"${noun}" is another call's already; choose another noun.` }]
      : [],
  )
}

function tableProblems({ table }: Resource, world: NameContext): ShapeProblem[] {
  const other = world.resources.find((candidate) => candidate.table === table)
  if (other) return [{ at: 'table', text: `"${table}" is the table of ${other.path}; choose another name.` }]
  if (isSystemTable(table))
    return [{ at: 'table', text: `"${table}" is a table of the platform itself; choose another name.` }]
  const searched = world.resources.find(
    (candidate) => isSearchTable(table, candidate.table) || isSearchTable(candidate.table, table),
  )
  if (searched)
    return [
      {
        at: 'table',
        text: `"${table}" and "${searched.table}" would share the tables of the text search; choose another name.`,
      },
    ]
  return /^(sqlite|pg|index|unique)_/.test(table)
    ? [{ at: 'table', text: `"${table}" begins like the database's own names; choose another.` }]
    : []
}

/** Whether a table has the name of SQLite's text index of another table, or of a part of that index. */
const isSearchTable = (table: string, other: string): boolean =>
  table === searchTableOf(other) || table.startsWith(`${searchTableOf(other)}_`)

function keyProblems(resource: Resource, world: NameContext): ShapeProblem[] {
  const { menuKey, within, group } = resource
  const number = groupKeyOf(menuKey)
  const found: ShapeProblem[] = []
  if (within) {
    const parent = world.resources.find(({ path }) => path === within.path)
    if (parent && parent.menuKey !== menuKey)
      found.push({ at: 'menuKey', text: `lies within ${within.path}, whose key is ${parent.menuKey}; write that one.` })
  } else {
    const holder =
      world.resources.find((other) => !other.within && other.menuKey === menuKey)?.path ??
      world.pages.find(({ key }) => key === menuKey)?.path
    if (holder !== undefined)
      found.push({
        at: 'menuKey',
        text: `${menuKey} is the key of ${holder}; the next free one is ${nextKey(number, world)}.`,
      })
  }
  if (FRAME.has(number))
    found.push({
      at: 'menuKey',
      text: `begins with ${number}, which stands for a part of the frame; take 2 to 7, or 11 and above with a "group".`,
    })
  else if (!world.groups.has(number) && !group)
    found.push({
      at: 'group',
      text: `is missing: there is no group ${number} in the menu. Give it a label and an icon, or take a key that begins with 2 to 7.`,
    })
  for (const [action, access] of Object.entries(resource.access)) {
    const code = codeOf(access)
    if (code === null) continue
    const owner = world.resources.find(
      (other) =>
        other.menuKey !== menuKey && Object.values<Access>(other.access).some((theirs) => codeOf(theirs) === code),
    )
    if (!code.startsWith(`${menuKey}-`))
      found.push({
        at: `access.${action}`,
        text: `is "${code}", which does not lie under the menu key; write "${menuKey}-" and a number.`,
      })
    else if (owner)
      found.push({ at: `access.${action}`, text: `is "${code}", a code of ${owner.path}; take another number.` })
  }
  return found
}

/** Keys of the frame that are not groups (spec 1 §6). */
const FRAME = new Set(['1', '8', '9', '10'])

const codeOf = (access: Access): string | null => (typeof access === 'object' && access !== null ? access.code : access)

/** Returns a free key of a group, with a number well above those that the product itself may come to use. */
export function nextKey(group: string, world: NameContext): string {
  const taken = new Set([...world.resources.map(({ menuKey }) => menuKey), ...world.pages.map(({ key }) => key)])
  let number = 50
  while (taken.has(`${group}-${number}`)) number++
  return `${group}-${number}`
}
