import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { badQuery, badRequest, invalid, type ApiError } from '../errors.ts'
import { CHECKED_BY_KEY } from './call.ts'
import { WRAPPED, type Schema } from './parts.ts'

/**
 * Checks requests by the schemas of their routes: parameters and query as text, bodies as JSON or as a form sends them.
 * The check coerces a copy, and handlers get the original, so that text which passes as a number stays text. Only lists
 * of a body are taken over from the copy: a form cannot send a list with one entry.
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
    if (CHECKED_BY_KEY in schema) return () => true
    let check: ValidateFunction | undefined
    return (data: unknown) => {
      // Compiled at the first request: in most processes most routes are never called.
      check ??= ajv.compile(located(schema))
      const checked = httpPart === 'querystring' ? given(data) : copyOf(data)
      if (httpPart === 'body') dropNullLists(schema, checked)
      if (!check(checked)) return { error: refusal(httpPart, check.errors?.[0], checked) }
      if (httpPart === 'body') takeLists(schema, data, checked)
      return true
    }
  }
  app.setValidatorCompiler(compiler)
  // Problems of a body are thrown by its reader (http/body.ts), after it has checked that the caller may send one at
  // all.
  app.addHook('onRoute', (route) => void (route.attachValidation = true))
  app.addHook('preHandler', async ({ validationError }) => {
    if (validationError?.validationContext === 'querystring') throw validationError
  })
  // Schemas only document answers: an answer is sent as the handler returns it.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

const DOCUMENT = 'document'

/** Returns the schema with its references pointing into the document. */
const located = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`)) as Schema

/** Drops query parameters that are empty or given twice: everywhere they count as missing (wire.md, Transport). */
const given = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )

/**
 * Returns a copy, since the check writes numbers in place of text; null where the data are nested too deeply to copy,
 * which no valid body is.
 */
function copyOf(data: unknown): unknown {
  try {
    return structuredClone(data)
  } catch {
    return null
  }
}

/**
 * Removes null in place of a list from the copy, which coercion would turn into a list: an optional list counts as
 * missing, a required one is reported.
 */
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
 * Takes over the lists that passed the check into the body: a single value in place of a list becomes a list of it, and
 * a list of one in place of a value becomes that value. So handlers need not handle either form. Null stays as it is
 * and means that nothing was given. Members that the schema does not mention are left as they arrived, unchecked.
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

/** Takes over the lists of one member, by its name or its index. */
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

/** Returns the error of a check, by the field's name; all missing fields at once. */
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
