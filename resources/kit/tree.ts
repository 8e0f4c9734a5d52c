import { parseIds } from './access.ts'
import type { Field, Resource } from './define.ts'

/** The id that stands for the top in the field that names the parent of a resource's own tree; null in every other field. */
export const topOf = ({ tree }: Resource, name: string): number | null => (tree?.parent === name ? tree.root : null)

/** Whether a value of a field means the top of its resource's tree, which is no record. */
export const isTop = (resource: Resource, name: string, value: unknown): boolean => {
  const top = topOf(resource, name)
  return (
    top !== null && (typeof value === 'number' || typeof value === 'string') && String(value).trim() === String(top)
  )
}

/** What a field of a new record starts with where nobody says: its default, or the top of the tree. */
export const startOf = (resource: Resource, name: string, field: Field): string | number | null =>
  ('default' in field ? field.default : undefined) ?? topOf(resource, name)

/** The ids a reference holds; the top of the target's tree counts, also where it is 0. */
export const refIds = (target: Resource, value: unknown): number[] =>
  target.tree?.root === 0 && String(value) === '0' ? [0] : parseIds(String(value ?? ''))
