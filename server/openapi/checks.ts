import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { badQuery, badRequest, invalid, type ApiError } from '../errors.ts'
import { JUDGED } from './call.ts'
import { WRAPPED, type Schema } from './parts.ts'

/**
 * Checks requests by the schemas of their routes: parameters and query as text, bodies as they are or as a form sends them. A handler still gets
 * what was sent: the check reads a copy, so that what it takes for a number stays the text it was. Of the copy of a body only where lists are is taken
 * over: a form cannot send a list of one.
 */
export function registerChecks(app: FastifyInstance, components: Readonly<Record<string, Schema>>): void {
  const ajv = new Ajv2020({
    coerceTypes: 'array',
    strict: false,
    verbose: true,
    validateFormats: false,
    ownProperties: true,
  })
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: { Wrapped: WRAPPED, ...components } } })
  const compiler: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
    if (JUDGED in schema) return () => true
    let check: ValidateFunction | undefined
    return (data: unknown) => {
      // Most routes of most processes are never asked: compiled at the first request.
      check ??= ajv.compile(located(schema))
      const checked = httpPart === 'querystring' ? given(data) : copyOf(data)
      if (httpPart === 'body') dropNullLists(schema, checked)
      if (!check(checked)) return { error: refusal(httpPart, check.errors?.[0], checked) }
      if (httpPart === 'body') takeLists(schema, data, checked)
      return true
    }
  }
  app.setValidatorCompiler(compiler)
  // What is wrong with a body is told by who reads it (http/body.ts), once it knows that the caller may send one at all.
  app.addHook('onRoute', (route) => void (route.attachValidation = true))
  app.addHook('preHandler', async ({ validationError }) => {
    if (validationError?.validationContext === 'querystring') throw validationError
  })
  // Answers are told by their schemas, not made by them: what a handler answers travels as it is.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

const DOCUMENT = 'document'

/** The same schema with its references into the document. */
const located = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`)) as Schema

/** What is empty or given twice counts as not given, everywhere (wire.md, Transport). */
const given = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )

/** A copy, for numbers out of text are written into what is checked; what is nested too deeply for one is no body of ours. */
function copyOf(data: unknown): unknown {
  try {
    return structuredClone(data)
  } catch {
    return null
  }
}

/** Takes null in place of a list out of what is checked, which would make a list of it: as without it, and missing where there must be one. */
function dropNullLists({ properties, items }: Schema, data: unknown): void {
  if (Array.isArray(data) && isRecord(items)) for (const each of data as unknown[]) dropNullLists(items, each)
  if (!isRecord(data) || !isRecord(properties)) return
  for (const [name, schema] of Object.entries(properties)) {
    if (!isRecord(schema) || !Object.hasOwn(data, name)) continue
    if (data[name] === null && schema.type === 'array') delete data[name]
    else dropNullLists(schema, data[name])
  }
}

/**
 * Gives a body the lists that passed the check: one value in place of a list is a list of it, a list of one in place of a value is that value. Handlers
 * need not know that either is taken. Null stays as it is: nothing was given. What the schema does not speak of is left as it came, unseen.
 */
function takeLists({ properties, additionalProperties, items }: Schema, sent: unknown, checked: unknown): void {
  if (Array.isArray(sent) && Array.isArray(checked)) {
    if (isRecord(items)) for (const place of checked.keys()) takeList(items, sent as unknown[], checked, place)
    return
  }
  if (!isRecord(sent) || !isRecord(checked)) return
  const named = isRecord(properties) ? properties : {}
  for (const [name, schema] of Object.entries(named))
    if (isRecord(schema) && Object.hasOwn(checked, name)) takeList(schema, sent, checked, name)
  if (!isRecord(additionalProperties)) return
  for (const name of Object.keys(checked))
    if (!Object.hasOwn(named, name)) takeList(additionalProperties, sent, checked, name)
}

/** The same of one member, by its name or its place. */
function takeList<Key extends PropertyKey>(
  schema: Schema,
  sent: Record<Key, unknown>,
  checked: Record<Key, unknown>,
  name: Key,
): void {
  const value = sent[name]
  const passed = checked[name]
  if (value === undefined || value === null) return
  if (Array.isArray(passed) && !Array.isArray(value)) sent[name] = [value]
  else if (Array.isArray(value) && !Array.isArray(passed)) sent[name] = (value as unknown[])[0]
  takeLists(schema, sent[name], passed)
}

/** What is refused, by the field's name; all that is missing at once. */
function refusal(part: string | undefined, error: ErrorObject | undefined, data: unknown): ApiError {
  const [name] = (error?.instancePath ?? '').split('/').slice(1)
  if (error === undefined || (name === undefined && error.keyword !== 'required')) return badRequest()
  const missing = (error.parentSchema?.required as string[] | undefined)?.filter(
    (key) => !Object.hasOwn(Object(data), key),
  )
  const fields = Object.fromEntries(
    (name === undefined ? (missing ?? []) : [name]).map((key) => [key, problemOf(error)]),
  )
  return part === 'body' ? invalid(fields) : badQuery(fields)
}

function problemOf({ keyword, params }: ErrorObject): Problem {
  if (keyword === 'required') return { key: 'error.rule.required' }
  if (keyword === 'enum' || keyword === 'const') return { key: 'error.rule.choice' }
  if (keyword === 'minimum') return { key: 'error.rule.min', args: { min: Number(params.limit) } }
  if (keyword === 'maximum') return { key: 'error.rule.max', args: { max: Number(params.limit) } }
  if (keyword === 'maxLength') return { key: 'error.rule.maxLength', args: { max: Number(params.limit) } }
  if (keyword === 'type' && params.type === 'integer') return { key: 'error.rule.int' }
  if (keyword === 'type' && params.type === 'number') return { key: 'error.rule.number' }
  return { key: 'error.rule.text' }
}
