/** The part of JSON Schema (draft 2020-12) that describes entity files and fields on the wire, as plain data. */
export interface JsonSchema {
  $schema?: string
  $id?: string
  $ref?: string
  $defs?: Readonly<Record<string, JsonSchema>>
  title?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  const?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: false | JsonSchema
  propertyNames?: JsonSchema
  minProperties?: number
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: 'date' | 'int64'
  contentMediaType?: 'application/json'
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  anyOf?: readonly JsonSchema[]
  /** Each branch has its own `type`: {"type": "text", …}. */
  oneOf?: readonly JsonSchema[]
}

/** Helpers for writing schemas. */
export const str = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
export const integer = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'integer',
  description,
  ...more,
})
export const number = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'number',
  description,
  ...more,
})
export const yes = (description: string): JsonSchema => ({ const: true, description })
export const bool = (description: string): JsonSchema => ({ type: 'boolean', description })
export const list = (description: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  description,
  items,
  ...more,
})
export const oneOf = (description: string, values: readonly unknown[]): JsonSchema => ({ description, enum: values })
export const either = (description: string, ...anyOf: readonly JsonSchema[]): JsonSchema => ({ description, anyOf })
export const refTo = (name: string, description?: string): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  ...(description !== undefined && { description }),
})
export const object = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})
