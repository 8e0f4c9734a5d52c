import { resources as builtIn } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { openSlots } from '../../resources/kit/slots.ts'
import type { ShapeProblem } from './shape.ts'

/** Finds names of code that belongs to another entity: for this entity, it would look for fields that do not exist. */
export function slotProblems(resource: Resource): ShapeProblem[] {
  return slotsOf(resource).flatMap(({ at, kind, slot }) => {
    const owners = ownersOf(kind, slot)
    return owners.length === 0 || owners.includes(resource.path) || openSlots.has(slot)
      ? []
      : [{ at, text: `is "${slot}", which belongs to ${owners.join(' and ')}; leave it out${free(kind)}.` }]
  })
}

interface Named {
  at: string
  kind: string
  slot: string
}

/** Returns every place of a definition that names code. */
function slotsOf({
  fields,
  within,
  formSlot,
  view,
  question,
  hook,
  dialogs = [],
  commands = [],
  tools = [],
  bulk = [],
}: Resource): Named[] {
  const one = (at: string, kind: string, slot: string | undefined): Named[] =>
    slot === undefined ? [] : [{ at, kind, slot }]
  const each = (kind: string, offers: readonly { slot: string }[]): Named[] =>
    offers.map(({ slot }, index) => ({ at: `${kind}[${index}].slot`, kind, slot }))
  return [
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...one(`fields.${name}.input`, 'input', field.input),
      ...one(`fields.${name}.column`, 'column', field.column),
    ]),
    ...one('within.dialog', 'dialogs', within?.dialog),
    ...one('formSlot', 'formSlot', formSlot),
    ...each('dialogs', dialogs),
    ...each('commands', commands),
    ...each('tools', tools),
    ...each('bulk', bulk),
    ...one('view', 'view', view),
    ...one('question', 'question', question),
    ...one('hook', 'hook', hook),
  ]
}

/** Returns the built-in entities that name a slot: the slot was made for them. */
const ownersOf = (kind: string, slot: string): string[] =>
  builtIn
    .filter((resource: Resource) => slotsOf(resource).some((named) => named.kind === kind && named.slot === slot))
    .map(({ path }) => path)

/** Suggests slots that may be named instead. */
function free(kind: string): string {
  const names = [
    ...new Set(
      builtIn
        .flatMap((resource: Resource) => slotsOf(resource))
        .filter((named) => named.kind === kind && openSlots.has(named.slot))
        .map(({ slot }) => slot),
    ),
  ]
  return names.length === 0 ? '' : `, or take ${names.join(', ')}`
}
