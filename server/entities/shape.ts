import type { JsonSchema } from '../../resources/kit/jsonSchema.ts'
import { within } from './problems.ts'

export interface ShapeProblem {
  at: string
  text: string
}

/** What of a value is not as a schema has it, each with what to do. Knows the part of JSON Schema that jsonSchema.ts names. */
export function shapeProblems(root: JsonSchema, value: unknown): ShapeProblem[] {
  return problems(root, root, value, '')
}

function problems(root: JsonSchema, given: JsonSchema, value: unknown, at: string): ShapeProblem[] {
  const schema = resolved(root, given)
  if (schema.oneOf) return branchProblems(root, schema.oneOf, value, at)
  if (schema.anyOf) return anyProblems(root, schema.anyOf, value, at)
  if ('const' in schema && value !== schema.const)
    return [{ at, text: `is ${shown(value)}; it takes only ${shown(schema.const)}, or leave it out.` }]
  if (schema.enum && !schema.enum.includes(value))
    return [{ at, text: `is ${shown(value)}; ${closest(schema.enum, value)}` }]
  if (schema.type && !isOf(schema.type, value))
    return [{ at, text: `is ${shown(value)}; write ${kinds[schema.type]}${hint(schema)}` }]
  if (typeof value === 'string') return textProblems(schema, value, at)
  if (typeof value === 'number') return numberProblems(schema, value, at)
  if (Array.isArray(value)) return listProblems(root, schema, value, at)
  return isRecord(value) ? recordProblems(root, schema, value, at) : []
}

function resolved(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.split('/').at(-1) ?? '']
  return target ? { ...target, ...(schema.description !== undefined && { description: schema.description }) } : schema
}

/** The branch whose `type` the value names is the one that is meant. */
function branchProblems(root: JsonSchema, branches: readonly JsonSchema[], value: unknown, at: string): ShapeProblem[] {
  if (!isRecord(value)) return [{ at, text: `is ${shown(value)}; write an object in braces with a "type".` }]
  const types = branches.map(({ properties }) => properties?.type?.const)
  const branch = branches[types.indexOf(value.type)]
  if (branch) return problems(root, branch, value, at)
  const where = within(at, 'type')
  return [
    value.type === undefined
      ? { at: where, text: `is missing; it takes ${listed(types)}.` }
      : { at: where, text: `is ${shown(value.type)}; ${closest(types, value.type)}` },
  ]
}

/** What is wrong with the alternative that fits the kind of the value, or that none does. */
function anyProblems(
  root: JsonSchema,
  alternatives: readonly JsonSchema[],
  value: unknown,
  at: string,
): ShapeProblem[] {
  const tried = alternatives.map((alternative) => ({
    schema: resolved(root, alternative),
    found: problems(root, alternative, value, at),
  }))
  if (tried.some(({ found }) => found.length === 0)) return []
  const fitting = tried
    .filter(({ schema }) => schema.type !== undefined && isOf(schema.type, value))
    .toSorted((a, b) => a.found.length - b.found.length)
  if (fitting[0]) return fitting[0].found
  return [
    {
      at,
      text: `is ${shown(value)}; write ${tried.flatMap(({ schema }) => (schema.type ? [kinds[schema.type]] : [])).join(' or ')}.`,
    },
  ]
}

function textProblems(
  { minLength = 0, maxLength = Infinity, pattern, examples, description }: JsonSchema,
  value: string,
  at: string,
): ShapeProblem[] {
  if (value.trim().length < minLength) return [{ at, text: 'is empty; write a text.' }]
  if (value.length > maxLength) return [{ at, text: `has ${value.length} characters; shorten it to ${maxLength}.` }]
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return []
  return [
    {
      at,
      text: `is ${shown(value)}, which does not fit ${pattern}${examples ? `, as ${examples.map(shown).join(' or ')} does` : ''}. ${description ?? ''}`.trim(),
    },
  ]
}

function numberProblems(
  { minimum = -Infinity, maximum = Infinity }: JsonSchema,
  value: number,
  at: string,
): ShapeProblem[] {
  if (value < minimum) return [{ at, text: `is ${value}; write ${minimum} or more.` }]
  return value > maximum ? [{ at, text: `is ${value}; write ${maximum} or less.` }] : []
}

function listProblems(
  root: JsonSchema,
  { items, prefixItems, minItems = 0, maxItems = Infinity, title, description }: JsonSchema,
  value: readonly unknown[],
  at: string,
): ShapeProblem[] {
  if (value.length < minItems || value.length > maxItems)
    return [
      {
        at,
        text: `has ${value.length} entries; write ${minItems === maxItems ? minItems : value.length < minItems ? `${minItems} or more` : `${maxItems} or fewer`}. ${title ?? description ?? ''}`.trim(),
      },
    ]
  return value.flatMap((item, index) => {
    const schema = prefixItems?.[index] ?? items
    return schema ? problems(root, schema, item, within(at, index)) : []
  })
}

function recordProblems(
  root: JsonSchema,
  { properties, required = [], additionalProperties, propertyNames, minProperties = 0 }: JsonSchema,
  value: Record<string, unknown>,
  at: string,
): ShapeProblem[] {
  const found: ShapeProblem[] = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      at: within(at, name),
      text: `is missing. ${resolved(root, properties?.[name] ?? {}).description ?? 'Write it.'}`,
    }))
  if (Object.keys(value).length < minProperties) found.push({ at, text: 'is empty; write at least one.' })
  for (const [name, inner] of Object.entries(value)) {
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    const where = within(at, name)
    if (known) found.push(...problems(root, known, inner, where))
    else if (additionalProperties === false)
      found.push({ at: where, text: `is not known here; ${closest(Object.keys(properties ?? {}), name)}` })
    else {
      if (propertyNames)
        found.push(
          ...textProblems(
            {
              ...propertyNames,
              description: 'Write it in small letters, digits and underscores, beginning with a letter.',
            },
            name,
            where,
          ),
        )
      if (additionalProperties) found.push(...problems(root, additionalProperties, inner, where))
    }
  }
  return found
}

const kinds: Record<NonNullable<JsonSchema['type']>, string> = {
  object: 'an object in braces',
  array: 'a list in brackets',
  string: 'a text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

const isOf = (type: NonNullable<JsonSchema['type']>, value: unknown): boolean =>
  ({
    object: isRecord(value),
    array: Array.isArray(value),
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isInteger(value),
    boolean: typeof value === 'boolean',
    null: value === null,
  })[type]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hint = ({ description }: JsonSchema): string => (description ? `. ${description}` : '.')

/** A value as it may be read in a sentence. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const listed = (values: readonly unknown[]): string => values.map(shown).join(', ')

/** The name that was probably meant, else all that would do. */
function closest(values: readonly unknown[], value: unknown): string {
  const near = values.filter(
    (candidate) => typeof candidate === 'string' && typeof value === 'string' && isNear(candidate, value),
  )
  return near.length > 0 ? `did you mean ${near.map(shown).join(' or ')}?` : `it takes ${listed(values)}.`
}

/** Whether one word may have been meant by the other: one letter off in short ones, two in long ones. */
export const isNear = (a: string, b: string): boolean =>
  distance(a.toLowerCase(), b.toLowerCase()) <= (Math.min(a.length, b.length) > 5 ? 2 : 1)

/** How many letters two words differ by. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
