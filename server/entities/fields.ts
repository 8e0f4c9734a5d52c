import { dictionary } from '../../resources/dictionary.ts'
import type { Field, Resource } from '../../resources/kit/define.ts'
import { holdsText, typeOf } from '../../resources/kit/types/index.ts'
import { fieldProblem } from '../../resources/kit/validate.ts'
import type { ShapeProblem } from './shape.ts'

/** Finds fields of an entity that contradict themselves or other fields. */
export function fieldProblems(resource: Resource, others: readonly Resource[]): ShapeProblem[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    looks.flatMap((look) => {
      const text = look(field, resource, others)
      return text === null ? [] : [{ at: `fields.${name}`, text }]
    }),
  )
}

type Look = (field: Field, resource: Resource, others: readonly Resource[]) => string | null

const isProse = (field: Field): boolean => typeOf(field).prose === true

/** Properties that would reveal a secret, or require a value that no client knows. */
const telling = ['search', 'unique', 'wrapped'] as const

const looks: readonly Look[] = [
  (field) => (field.secret && field.type !== 'text' ? 'is secret, which only "text" can be; leave it out.' : null),
  (field) => {
    const lost = field.secret && !field.readOnly ? telling.find((key) => field[key]) : undefined
    return lost ? `is secret and has "${lost}", which would reveal it; leave one of them out.` : null
  },
  (field, { fields }) => {
    const names = [...(field.when ? [field.when.field] : []), ...Object.values(typeOf(field).others?.(field) ?? {})]
    const secret = names.find((name) => fields[name]?.secret)
    return secret === undefined
      ? null
      : `depends on "${secret}", which is secret: forms do not know its value. Take another field.`
  },
  (field, resource, others) =>
    field.type !== 'ref' || field.to === resource.path || others.some(({ path }) => path === field.to)
      ? null
      : `refers to "${field.to}", which does not exist; write the path of an entity, as manage/device.`,
  (field, resource, others) => {
    if (field.type !== 'ref' || field.searchBy === undefined) return null
    if (field.many) return 'has "searchBy", which only a reference to one record can have; leave it out.'
    const looked = (field.to === resource.path ? resource : others.find(({ path }) => path === field.to))?.fields[
      field.searchBy
    ]
    return looked && isProse(looked) && !looked.secret && !looked.ownerOnly && !looked.computed
      ? null
      : `is searched by "${field.searchBy}", which is no text field of ${field.to} that its list shows; take one, or leave it out.`
  },
  (field) => (field.search && !isProse(field) ? `has "search", which only text fields can have; leave it out.` : null),
  (field) =>
    field.rules && !isProse(field) && field.type !== 'json'
      ? `has "rules", which only text fields can have; leave them out.`
      : null,
  (field) => (field.wrapped && !holdsText(field) ? `has "wrapped", which only text can be; leave it out.` : null),
  (field, resource) =>
    field.unique === 'project' && resource.scope.project === null
      ? `is unique within a project, but "scope.project" is null; write "unique": "platform".`
      : null,
  (field) =>
    'min' in field && 'max' in field && field.min !== undefined && field.max !== undefined && field.min > field.max
      ? `has a "min" of ${field.min} above its "max" of ${field.max}; exchange them.`
      : null,
  (field) =>
    field.type === 'choice' && new Set(field.options.map(({ value }) => value)).size < field.options.length
      ? 'gives one number to two options; give each a number of its own.'
      : null,
  (field) => {
    const codes = field.type === 'choice' ? field.options.flatMap(({ code }) => code ?? []) : []
    return new Set(codes).size < codes.length ? 'gives one code to two options; give each a code of its own.' : null
  },
  (field) =>
    field.type === 'dict' &&
    field.default !== undefined &&
    !dictionary[field.dict].some(({ value }) => value === field.default)
      ? `has a default of ${field.default}, which is not in the dictionary ${field.dict}.`
      : null,
  (field) => {
    const value = 'default' in field ? field.default : undefined
    const problem =
      value === undefined || value === ''
        ? null
        : fieldProblem(
            {
              ...field,
              readOnly: false,
              computed: false,
              when: undefined,
              rules: undefined,
              above: undefined,
            } as Field,
            value,
            {},
          )
    return problem
      ? `has a default of ${JSON.stringify(value)}, which the field itself does not take; change one of them.`
      : null
  },
  (field, resource) => {
    const other = field.when && resource.fields[field.when.field]
    if (!field.when || !other || 'filled' in field.when) return null
    const possible =
      other.type === 'choice' ? other.options.map(({ value }) => value) : other.type === 'flag' ? [0, 1] : null
    const lost = possible && field.when.in.find((value) => !possible.some((one) => one === value))
    return lost === undefined || lost === null
      ? null
      : `waits for ${JSON.stringify(lost)}, which "${field.when.field}" never holds; it holds ${possible?.join(', ')}.`
  },
  (field, resource) =>
    field.computed && !resource.hook ? 'is computed, but no hook computes it; leave "computed" out.' : null,
]
