import type { Resource } from '../../resources/kit/define.ts'
import { startOf } from '../../resources/kit/tree.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import { isNear } from './suggestions.ts'
import type { ShapeProblem } from './shape.ts'

/** Checks every place of a definition that names one of its fields. */
export function nameProblems(resource: Resource): ShapeProblem[] {
  return [
    ...unknownNames(resource),
    ...twice(resource),
    ...unreachable(resource),
    ...misplaced(resource),
    ...titleProblems(resource),
    ...importProblems(resource),
    ...scopeProblems(resource),
  ]
}

function unknownNames(resource: Resource): ShapeProblem[] {
  const known = Object.keys(resource.fields)
  const { scope, tree, within } = resource
  const named: [at: string, name: string | null | undefined, id?: boolean][] = [
    ['title', resource.title],
    ...resource.list.flatMap((column, index): [string, string, boolean][] =>
      typeof column === 'string'
        ? [[`list[${index}]`, column, true]]
        : column.map((name, second) => [`list[${index}][${second}]`, name, true]),
    ),
    ...resource.form.flatMap(({ fields }, index) =>
      fields.map((name, at): [string, string] => [`form[${index}].fields[${at}]`, name]),
    ),
    ...(resource.csv ?? []).map((name, index): [string, string] => [`csv[${index}]`, name]),
    ...Object.keys(resource.cloned ?? {}).map((name): [string, string] => [`cloned.${name}`, name]),
    ['scope.project', scope.project, true],
    ['scope.district', scope.district, true],
    ['tree.parent', tree?.parent],
    ['within.by', within?.by],
    ...Object.entries(resource.fields).flatMap(([name, field]): [string, string | undefined][] => [
      [`fields.${name}.when.field`, field.when?.field],
      ...Object.entries(typeOf(field).others?.(field) ?? {}).map(([at, other]): [string, string] => [
        `fields.${name}.${at}`,
        other,
      ]),
    ]),
  ]
  return named.flatMap(([at, name, id]) =>
    name === null || name === undefined || known.includes(name) || (id && name === 'id')
      ? []
      : [{ at, text: `names "${name}", which is no field; ${suggestion(name, known)}` }],
  )
}

/** Suggests the names that may have been meant. */
function suggestion(name: string, known: readonly string[]): string {
  const near = known.filter((candidate) => isNear(candidate, name))
  return near.length > 0 ? `did you mean "${near.join('" or "')}"?` : `the fields are ${known.join(', ')}.`
}

function twice(resource: Resource): ShapeProblem[] {
  const places: [string, readonly string[]][] = [
    ['list', resource.list.flat()],
    ['form', resource.form.flatMap(({ fields }) => fields)],
    ['csv', resource.csv ?? []],
  ]
  return places.flatMap(([at, names]) =>
    names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => ({ at, text: `names "${name}" twice; leave one out.` })),
  )
}

/** Finds required fields that the form leaves out: no user could create a record. */
function unreachable(resource: Resource): ShapeProblem[] {
  const inForm = new Set<string>(resource.form.flatMap(({ fields }) => fields))
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const hasInput = inForm.has(name) || resource.within?.by === name || startOf(resource, name, field) !== null
    return field.required && !hasInput
      ? [{ at: 'form', text: `leaves out "${name}", which is required; add it, or give the field a default.` }]
      : []
  })
}

function misplaced(resource: Resource): ShapeProblem[] {
  const inForm = resource.form.flatMap(({ fields }) => fields)
  const shown = [...resource.list.flat(), ...(resource.csv ?? [])]
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const bar = (['readOnly', 'computed', 'hidden'] as const).find((key) => field[key])
    if (field.secret && shown.includes(name))
      return [{ at: `fields.${name}`, text: 'is secret, yet it is shown; take it out of list and csv.' }]
    return bar && inForm.includes(name)
      ? [
          {
            at: 'form',
            text: `holds "${name}", which is ${bar}; take it out of the form, or "${bar}" out of the field.`,
          },
        ]
      : []
  })
}

function titleProblems({ title, fields }: Resource): ShapeProblem[] {
  const field = fields[title]
  return field && (field.computed || field.secret)
    ? [{ at: 'title', text: `names "${title}", which is not stored; take another field, of type text at best.` }]
    : []
}

/** Finds an import that could never succeed, or that has no columns. */
function importProblems({ access, csv, within, fields }: Resource): ShapeProblem[] {
  if (access.import !== undefined && within)
    return [
      { at: 'access.import', text: 'is given, but what lives inside another record is not imported; leave it out.' },
    ]
  const secret = Object.keys(fields).find(
    (name) => fields[name]?.secret && fields[name].required && !fields[name].readOnly,
  )
  if (access.import !== undefined && secret !== undefined)
    return [
      {
        at: 'access.import',
        text: `is given, but "${secret}" is secret and required, and secrets are not imported; leave the import or the "required" out.`,
      },
    ]
  if (access.import !== undefined && csv === undefined)
    return [{ at: 'csv', text: 'is missing: "access.import" needs its columns; write them, or take the import out.' }]
  return []
}

function scopeProblems({ scope, fields, filters, tree, path, hook }: Resource): ShapeProblem[] {
  const found: ShapeProblem[] = []
  const needs = (at: string, name: string | null | undefined, to: string): void => {
    const field = name === null || name === undefined || name === 'id' ? undefined : fields[name]
    if (field && (field.type !== 'ref' || field.to !== to || field.many))
      found.push({ at, text: `names "${name}", which is no single reference to ${to}; make it one.` })
  }
  needs('scope.project', scope.project, 'permissionCenter/project')
  needs('scope.district', scope.district, 'manage/area')
  // Only a hook can look up a number.
  if (tree && !(fields[tree.parent]?.type === 'int' && hook)) needs('tree.parent', tree.parent, path)
  if (filters?.includes('project') && scope.project === null)
    found.push({
      at: 'filters',
      text: 'has "project", but "scope.project" is null; name the field, or take the filter out.',
    })
  if (filters?.includes('area') && scope.district === undefined)
    found.push({
      at: 'filters',
      text: 'has "area", but there is no "scope.district"; name the field, or take the filter out.',
    })
  return found
}
