import type { JsonSchema } from '../jsonSchema.ts'
import type { Message } from '../rules.ts'

/** Returns the limits of a number as JSON Schema. */
export const limits = ({ min, max }: { min?: number; max?: number }): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** Returns a number for an exported table; a text that an older platform stored instead stays as it is. */
export const exportedNumber = (value: unknown): string | number =>
  Number.isFinite(Number(value)) ? Number(value) : String(value)

/** Returns the notes of a template for a cell that accepts a number. */
export const takesNumber = ({ min, max }: { min?: number; max?: number }): readonly Message[] => [
  { key: 'importing.template.number' },
  ...(min !== undefined && max !== undefined ? [{ key: 'importing.template.between', args: { min, max } }] : []),
]
