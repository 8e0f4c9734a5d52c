import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../resources/kit/jsonSchema.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { entitySchema } from '../../resources/kit/schema.ts'
import { suggestName, joinQuoted, quotedValue } from './suggestions.ts'
import { pathIn } from './problems.ts'

export interface ShapeProblem {
  at: string
  text: string
}

/** Finds deviations of an entity file from the published schema. */
export const entityProblems = (value: unknown): ShapeProblem[] => shapeProblems((published ??= entitySchema()), value)
let published: JsonSchema | undefined

/**
 * Finds deviations of a value from a schema, each with a remedy: Ajv validates, and the texts are written here, because
 * they say what to write instead.
 */
function shapeProblems(root: JsonSchema, value: unknown): ShapeProblem[] {
  let plain = known.get(root)
  if (!plain) known.set(root, (plain = withoutReferences(root)))
  return problems(plain, value, '')
}

/** Schemas without references, by the schema that they were made from. */
const known = new WeakMap<JsonSchema, JsonSchema>()
const checks = new WeakMap<JsonSchema, ValidateFunction>()

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, ownProperties: true })
// A text of white space counts as empty.
ajv.removeKeyword('minLength')
ajv.addKeyword({
  keyword: 'minLength',
  type: 'string',
  schemaType: 'number',
  compile: (least: number) => (text: string) => text.trim().length >= least,
})

const withoutReferences = (root: JsonSchema): JsonSchema => {
  const { $defs: _defs, $id: _id, $schema: _schema, ...schema } = root
  return inlined(root, schema)
}

/**
 * Inlines a schema's references, so that an error has the description of its own place. No definition refers to itself.
 */
function inlined(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(inner)
      : typeof value === 'object' && value !== null
        ? inlined(root, value as JsonSchema)
        : value
  const { $ref, ...own } = schema
  const target = $ref === undefined ? {} : (root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {})
  return Object.fromEntries(Object.entries({ ...target, ...own }).map(([key, value]) => [key, inner(value)]))
}

function problems(schema: JsonSchema, value: unknown, at: string): ShapeProblem[] {
  let check = checks.get(schema)
  if (!check) checks.set(schema, (check = ajv.compile(schema)))
  if (check(value)) return []
  const errors = check.errors ?? []
  return errors.flatMap((error, index) =>
    errors.some((other, place) => place !== index && covers(other, error, place > index))
      ? []
      : problemsOfError(error, value, at),
  )
}

/**
 * Whether one error makes another redundant: alternatives are examined one by one, and a list of the wrong length needs
 * no errors of its entries.
 */
function covers({ keyword, instancePath, propertyName }: ErrorObject, error: ErrorObject, isLater: boolean): boolean {
  const alternatives = keyword === 'anyOf' || keyword === 'oneOf'
  if (!alternatives && keyword !== 'minItems' && keyword !== 'maxItems') return false
  if (propertyName !== undefined) return false
  return (
    error.instancePath.startsWith(`${instancePath}/`) ||
    (alternatives && isLater && error.instancePath === instancePath)
  )
}

/** Converts an error to problems; `root` is the value that was checked, at place `base` of the file. */
function problemsOfError(error: ErrorObject, root: unknown, base: string): ShapeProblem[] {
  const { keyword, params, data: value, instancePath, propertyName } = error
  const schema = error.parentSchema as JsonSchema
  const place = placeOf(instancePath, root, base)
  const at = propertyName === undefined ? place : pathIn(place, propertyName)
  const problem = (text: string): ShapeProblem[] => [{ at, text: text.trim() }]
  const { description = '' } = schema
  switch (keyword) {
    case 'oneOf':
      return branchProblems(schema.oneOf ?? [], value, at)
    case 'anyOf':
      return anyProblems(schema.anyOf ?? [], value, at)
    case 'const':
      return problem(`is ${quotedValue(value)}; it takes only ${quotedValue(schema.const)}, or leave it out.`)
    case 'enum':
      return problem(`is ${quotedValue(value)}; ${suggestName(schema.enum ?? [], value)}`)
    case 'type':
      return problem(
        `is ${quotedValue(value)}; write ${schema.type ? kinds[schema.type] : ''}${description ? `. ${description}` : '.'}`,
      )
    case 'minLength':
      return problem('is empty; write a text.')
    case 'maxLength':
      return problem(`has ${String(value).length} characters; shorten it to ${schema.maxLength}.`)
    case 'pattern':
      return problem(patternText(schema, propertyName ?? value, propertyName === undefined ? description : NAME_RULE))
    case 'minimum':
      return problem(`is ${String(value)}; write ${schema.minimum} or more.`)
    case 'maximum':
      return problem(`is ${String(value)}; write ${schema.maximum} or less.`)
    case 'minItems':
    case 'maxItems':
      return problem(
        `has ${(value as unknown[]).length} entries; write ${lengthOf(schema, keyword)}. ${schema.title ?? description}`,
      )
    case 'minProperties':
      return problem('is empty; write at least one.')
    case 'required': {
      const missing = String(params.missingProperty)
      return [
        { at: pathIn(at, missing), text: `is missing. ${schema.properties?.[missing]?.description ?? 'Write it.'}` },
      ]
    }
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      return [
        { at: pathIn(at, name), text: `is not known here; ${suggestName(Object.keys(schema.properties ?? {}), name)}` },
      ]
    }
    default:
      // An error of `propertyNames` adds nothing to the error of the name itself.
      return keyword === 'propertyNames' ? [] : problem(`${error.message ?? 'is wrong'}.`)
  }
}

const NAME_RULE = 'Write it in small letters, digits and underscores, beginning with a letter.'

const patternText = ({ pattern, examples }: JsonSchema, value: unknown, rule: string): string =>
  `is ${quotedValue(value)}, which does not fit ${pattern}${examples ? `, as ${examples.map(quotedValue).join(' or ')} does` : ''}. ${rule}`

const lengthOf = ({ minItems = 0, maxItems = Infinity }: JsonSchema, keyword: 'minItems' | 'maxItems'): string =>
  minItems === maxItems ? String(minItems) : keyword === 'minItems' ? `${minItems} or more` : `${maxItems} or fewer`

/** Checks a value against the branch whose `type` it has. */
function branchProblems(branches: readonly JsonSchema[], value: unknown, at: string): ShapeProblem[] {
  if (!isRecord(value)) return [{ at, text: `is ${quotedValue(value)}; write an object in braces with a "type".` }]
  const typeName = value.type
  const types = branches.map(({ properties }) => properties?.type?.const)
  const branch = branches[types.indexOf(typeName)]
  if (branch) return problems(branch, value, at)
  return [
    {
      at: pathIn(at, 'type'),
      text:
        typeName === undefined
          ? `is missing; it takes ${joinQuoted(types)}.`
          : `is ${quotedValue(typeName)}; ${suggestName(types, typeName)}`,
    },
  ]
}

/** Returns the problems with the alternative of the value's kind, or that no alternative is of its kind. */
function anyProblems(alternatives: readonly JsonSchema[], value: unknown, at: string): ShapeProblem[] {
  const tried = alternatives.map((schema) => ({ schema, found: problems(schema, value, at) }))
  const [fitting] = tried
    .filter(({ schema }) => schema.type !== undefined && ajv.validate({ type: schema.type }, value))
    .toSorted((a, b) => a.found.length - b.found.length)
  if (fitting) return fitting.found
  const written = alternatives.flatMap(({ type }) => (type ? [kinds[type]] : [])).join(' or ')
  return [{ at, text: `is ${quotedValue(value)}; write ${written}.` }]
}

/** Converts a JSON Pointer to a place as a file's author reads it. */
function placeOf(pointer: string, root: unknown, base: string): string {
  let at = base
  let node = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = pathIn(at, Array.isArray(node) ? Number(name) : name)
    node = (node as Record<string, unknown>)[name]
  }
  return at
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
