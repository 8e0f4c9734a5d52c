import type { JsonSchema } from '../jsonSchema.ts'
import type { Message } from '../rules.ts'

/** The limits of a number as JSON Schema says them. */
export const limits = ({ min, max }: { min?: number; max?: number }): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** A number in an exported table; what an older platform stored in its place stays readable. */
export const exportedNumber = (value: unknown): string | number =>
  Number.isFinite(Number(value)) ? Number(value) : String(value)

/** What a template says of a cell that takes a number. */
export const takesNumber = ({ min, max }: { min?: number; max?: number }): readonly Message[] => [
  { key: 'importing.template.number' },
  ...(min !== undefined && max !== undefined ? [{ key: 'importing.template.between', args: { min, max } }] : []),
]
