import type { JsonSchema } from '../jsonSchema.ts'

/** The limits of a number as JSON Schema says them. */
export const limits = ({ min, max }: { min?: number; max?: number }): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** A number in an exported table; what an older platform stored in its place stays readable. */
export const exportedNumber = (value: unknown): string | number =>
  Number.isFinite(Number(value)) ? Number(value) : String(value)
