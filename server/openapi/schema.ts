import type { Field, Resource } from '../../resources/kit/define.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import type { Language } from '../../i18n/types.ts'
import { labelIndex } from '../../i18n/types.ts'
import { INT, record, schemaRef, TIME, type Schema } from './parts.ts'

/**
 * Returns the schema of a record in an answer: missing values are null, wrapped text is {String, Valid}, secrets are
 * left out.
 */
export function answerSchema(resource: Resource, language: Language): Schema {
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      inWords(field.wrapped ? schemaRef('Wrapped') : nullable(plain(field)), field, language),
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

/**
 * Returns the schema of a record in a request: fields that the server writes are left out, wrapped text may also be
 * plain. A change may contain a part of the fields.
 */
export function requestSchema(resource: Resource, language: Language, whole: boolean): Schema {
  const fields = Object.entries(resource.fields).filter(
    ([, field]) => !field.readOnly && !field.computed && (whole || !field.fixed),
  )
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      inWords(
        field.wrapped
          ? { anyOf: [schemaRef('Wrapped'), nullable(sendable(field))] }
          : field.required && !mayBeDerived(field)
            ? sendable(field)
            : nullable(sendable(field)),
        field,
        language,
      ),
    ]),
  )
  const required = fields
    .filter(
      ([, field]) =>
        field.required &&
        !field.superOnly &&
        !field.when &&
        !mayBeDerived(field) &&
        !('default' in field && field.default !== undefined),
    )
    .map(([name]) => name)
  return record(properties, whole ? required : [])
}

/** Whether the platform can derive the value from another field. */
const mayBeDerived = (field: Field): boolean => field.type === 'ref' && field.derivedBy !== undefined

const plain = (field: Field): Schema => ({ ...typeOf(field).wire(field) })
const sendable = (field: Field): Schema => ({ ...(typeOf(field).sent?.(field) ?? plain(field)) })
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

function inWords(schema: Schema, field: Field, language: Language): Schema {
  const words = [field.label, field.help].flatMap((label) => (label ? [label[labelIndex[language]]] : []))
  words.push(...(typeOf(field).notes?.(field, labelIndex[language]) ?? []))
  return { ...schema, description: words.join('. '), ...(field.secret && { writeOnly: true }) }
}
