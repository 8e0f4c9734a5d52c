/**
 * Optional text as it travels (wire.md, Transport). Separate from wire.ts, so that modules that only read it do not
 * load definitions and rules.
 */
export interface Wrapped {
  String: string
  Valid: boolean
}

export const wrap = (text: string | null | undefined): Wrapped => ({
  String: text ?? '',
  Valid: text !== null && text !== undefined,
})

/** Returns the plain text of a wrapped or plain value; null if there is none. */
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

/** Converts any JSON value to text, even an object without a toString. */
const anyText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
