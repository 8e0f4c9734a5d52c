import type { Condition, Field, Resource } from './define.ts'

/**
 * Adapts a definition to a platform with dictionaries of its own (it does not announce `resources`, by which our
 * dictionaries are valid there): conditions on numbers of our dictionaries do not apply to it. Fields with such a
 * condition always apply and are never required; if a tree has such a condition, every row may have others below it.
 * Returns the same object if there is no such condition.
 */
export function withForeignDictionaries(resource: Resource): Resource {
  const isForeign = (condition: Condition | undefined): boolean =>
    condition !== undefined && resource.fields[condition.field]?.type === 'dict'
  const fields = Object.entries(resource.fields)
  const { tree } = resource
  if (!isForeign(tree?.branch) && !fields.some(([, field]) => isForeign(field.when))) return resource
  return {
    ...resource,
    fields: Object.fromEntries(
      fields.map(([name, field]) => [name, isForeign(field.when) ? unconditional(field) : field]),
    ),
    ...(tree && isForeign(tree.branch) && { tree: anyBranch(tree) }),
  }
}

function unconditional(field: Field): Field {
  const { when: _when, required: _required, blankWhenHidden: _blank, ...always } = field
  return always as Field
}

const anyBranch = ({ branch: _branch, ...tree }: NonNullable<Resource['tree']>): Resource['tree'] => tree
