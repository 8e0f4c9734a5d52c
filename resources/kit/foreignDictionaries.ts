import type { Condition, Field, Resource } from './define.ts'

/**
 * A definition in front of a platform whose dictionaries are its own (it does not announce `resources`, by which the definitions hold there): what hangs on
 * a number of one of our dictionaries says nothing about it. Such fields always apply, and none must be filled in; every row of such a tree may have others
 * below it. The same object where nothing hangs on one.
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
