import { parseIds } from './access.ts'
import type { Field, Resource } from './define.ts'

/**
 * Returns the id that stands for the top of a tree, if the field names the parent within the resource's own tree; null
 * for every other field.
 */
export const topOf = ({ tree }: Resource, name: string): number | null => (tree?.parent === name ? tree.root : null)

/** Whether a field's value means the top of its resource's tree, which is not a record. */
export const isTop = (resource: Resource, name: string, value: unknown): boolean => {
  const top = topOf(resource, name)
  return (
    top !== null && (typeof value === 'number' || typeof value === 'string') && String(value).trim() === String(top)
  )
}

/** Returns the initial value of a new record's field: its default, or the top of the tree. */
export const startOf = (resource: Resource, name: string, field: Field): string | number | null =>
  ('default' in field ? field.default : undefined) ?? topOf(resource, name)

/** Returns the ids in a reference; the top of the target's tree is included, even if its id is 0. */
export const refIds = (target: Resource, value: unknown): number[] =>
  target.tree?.root === 0 && String(value) === '0' ? [0] : parseIds(String(value ?? ''))
