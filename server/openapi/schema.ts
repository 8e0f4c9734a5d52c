import { dictionary } from '../../resources/dictionary.ts'
import type { Field, FieldType, Resource } from '../../resources/kit/define.ts'
import { JSON_MAX, LONG_TEXT_MAX, TEXT_MAX } from '../../resources/kit/validate.ts'
import type { Language } from '../../i18n/types.ts'
import { labelIndex } from '../../i18n/types.ts'

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 has it), as plain data. */
export type Schema = Readonly<Record<string, unknown>>

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const record = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
export const INT: Schema = { type: 'integer' }
export const NUMBER: Schema = { type: 'number' }
export const TEXT: Schema = { type: 'string' }
export const FLAG: Schema = { type: 'integer', enum: [0, 1] }
export const TIME: Schema = { type: 'integer', format: 'int64', description: 'epoch ms' }

/** Optional text as it travels (wire.md, Transport). */
export const WRAPPED: Schema = record({ String: TEXT, Valid: { type: 'boolean' } }, ['String', 'Valid'])

/** A record as it is answered: what is missing is null, wrapped text {String, Valid}, secrets are left out. */
export function answerSchema(resource: Resource, language: Language): Schema {
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      described(field.wrapped ? ref('Wrapped') : nullable(plain(field)), field, language),
    ]),
  )
  return {
    ...record({ id: INT, ...properties, created_at: TIME, updated_at: TIME }, [
      'id',
      ...fields.filter(([, field]) => !field.computed).map(([name]) => name),
    ]),
    title: resource.noun[labelIndex[language]],
  }
}

/** A record as it is sent: what the server writes is left out, wrapped text may also be plain. A change may send a part. */
export function requestSchema(resource: Resource, language: Language, whole: boolean): Schema {
  const fields = Object.entries(resource.fields).filter(
    ([, field]) => !field.readOnly && !field.computed && (whole || !field.fixed),
  )
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      described(
        field.wrapped
          ? { anyOf: [ref('Wrapped'), nullable(plain(field))] }
          : field.required
            ? plain(field)
            : nullable(plain(field)),
        field,
        language,
      ),
    ]),
  )
  const required = fields
    .filter(
      ([, field]) =>
        field.required && !field.superOnly && !field.when && !('default' in field && field.default !== undefined),
    )
    .map(([name]) => name)
  return record(properties, whole ? required : [])
}

const plain = (field: Field): Schema => types[field.type](field as never)
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

function described(schema: Schema, field: Field, language: Language): Schema {
  const words = [field.label, field.help].flatMap((label) => (label ? [label[labelIndex[language]]] : []))
  if (field.type === 'choice')
    words.push(field.options.map(({ value, label }) => `${value} ${label[labelIndex[language]]}`).join(', '))
  if (field.type === 'dict')
    words.push(dictionary[field.dict].map(({ value, label }) => `${value} ${label[labelIndex[language]]}`).join(', '))
  if ((field.type === 'int' || field.type === 'decimal') && field.unit) words.push(field.unit[labelIndex[language]])
  return { ...schema, description: words.join('. '), ...(field.secret && { writeOnly: true }) }
}

const range = ({ min, max }: { min?: number; max?: number }): Schema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

const types: { [T in FieldType]: (field: Extract<Field, { type: T }>) => Schema } = {
  text: ({ min, max }) => ({
    type: 'string',
    ...(min !== undefined && { minLength: min }),
    maxLength: max ?? TEXT_MAX,
  }),
  longText: ({ max }) => ({ type: 'string', maxLength: max ?? LONG_TEXT_MAX }),
  int: (field) => ({ type: 'integer', ...range(field) }),
  decimal: (field) => ({ type: 'number', ...range(field) }),
  flag: () => FLAG,
  choice: ({ options }) => ({ type: 'integer', enum: options.map(({ value }) => value) }),
  dict: ({ dict }) => ({ type: 'integer', enum: dictionary[dict].map(({ value }) => value) }),
  ref: ({ many }) => (many ? { type: 'string', pattern: '^\\d+(,\\d+)*$' } : { type: 'integer', minimum: 1 }),
  point: () => ({
    type: 'string',
    contentMediaType: 'application/json',
    examples: ['{"maplng":114.52,"maplat":38.05}'],
  }),
  polygon: () => ({
    type: 'string',
    contentMediaType: 'application/json',
    maxLength: JSON_MAX,
    examples: ['[[114.5,38],[114.6,38],[114.6,38.1]]'],
  }),
  image: () => ({ type: 'string', maxLength: 500 }),
  json: () => ({ type: 'string', contentMediaType: 'application/json', maxLength: JSON_MAX }),
  date: () => ({ type: 'string', format: 'date' }),
  time: () => TIME,
}

/** What may be null. */
export const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
