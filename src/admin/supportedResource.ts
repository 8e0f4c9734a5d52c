import { useMemo } from 'react'
import type { Field, Option, Resource } from '../../resources/kit/define.ts'
import type { Extension } from '../../resources/kit/extensions.ts'
import { withForeignDictionaries } from '../../resources/kit/foreignDictionaries.ts'
import { useExtensions } from '../kit/index.ts'

/**
 * Returns the definition as a platform with these extensions supports it: without fields and options that belong to
 * missing extensions (`extension`), wherever the definition names them, and without conditions over dictionaries that
 * are the platform's own. Returns the same object where nothing is left out.
 */
export function supportedResource(definition: Resource, extensions: ReadonlySet<string>): Resource {
  const resource = extensions.has('resources') ? definition : withForeignDictionaries(definition)
  // All fields of an entity that belongs to an extension come with it; without the extension its screen is not offered.
  if (resource.extension !== undefined && !extensions.has(resource.extension)) return resource
  const isAnnounced = ({ extension }: { extension?: Extension }): boolean =>
    extension === undefined || extensions.has(extension)
  const all = Object.entries(resource.fields)
  const isField = (name: string): boolean => {
    const field = resource.fields[name]
    return field !== undefined && isAnnounced(field)
  }
  const fields = all
    .filter(([, field]) => isAnnounced(field))
    .map(([name, field]) => [name, unconditional(offered(field, isAnnounced), isField)] as const)
  if (fields.length === all.length && fields.every(([name, field]) => field === resource.fields[name])) return resource
  const names = new Set(['id', ...fields.map(([name]) => name)])
  const isKnown = (name: string): boolean => names.has(name)
  return {
    ...resource,
    fields: Object.fromEntries(fields),
    list: resource.list.flatMap((column) => {
      const [main, second] = (typeof column === 'string' ? [column] : column).filter(isKnown)
      return main === undefined ? [] : [second === undefined ? main : ([main, second] as const)]
    }),
    form: resource.form.map((section) => ({ ...section, fields: section.fields.filter(isKnown) })),
    ...(resource.csv && { csv: resource.csv.filter(isKnown) }),
  }
}

/** Returns a choice without the options that belong to missing extensions. */
const offered = (field: Field, isAnnounced: (option: Option) => boolean): Field =>
  field.type !== 'choice' || field.options.every(isAnnounced)
    ? field
    : { ...field, options: field.options.filter(isAnnounced) }

/** Returns a field without a condition over a field that the platform lacks: it is then always shown. */
function unconditional(field: Field, isField: (name: string) => boolean): Field {
  if (field.when === undefined || isField(field.when.field)) return field
  const { when: _when, ...always } = field
  return always as Field
}

/**
 * Returns the definition as the connected platform supports it; form, columns, details and files follow from it. Until
 * its capabilities are loaded, optional parts are left out.
 */
export function useSupportedResource(resource: Resource): Resource {
  const extensions = useExtensions()
  return useMemo(() => supportedResource(resource, extensions ?? NONE), [extensions, resource])
}

const NONE: ReadonlySet<string> = new Set()
