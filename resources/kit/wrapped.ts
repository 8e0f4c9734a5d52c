/** Optional text as it travels (wire.md, Transport). Apart from wire.ts, so that what only reads it needs no definitions and no rules. */
export interface Wrapped {
  String: string
  Valid: boolean
}

export const wrap = (text: string | null | undefined): Wrapped => ({
  String: text ?? '',
  Valid: text !== null && text !== undefined,
})

/** Plain text of the wrapped or the plain form; null where there is none. */
export function unwrap(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (isWrapped(value)) return value.Valid ? value.String : null
  return Array.isArray(value) ? value.map(anyText).join(',') : anyText(value)
}

export const isWrapped = (value: unknown): value is Wrapped =>
  typeof value === 'object' &&
  value !== null &&
  'String' in value &&
  typeof value.String === 'string' &&
  'Valid' in value

/** Any JSON value as text, also an object without a toString. */
const anyText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
