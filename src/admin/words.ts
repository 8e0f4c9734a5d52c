import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { useInnerLabel, useLabel } from './fields/useLabel.ts'

/** Returns the names of a resource, its records and its fields, for sentences and headings. */
export function useResourceWords(resource: Resource) {
  const pick = useLabel()
  const inner = useInnerLabel()
  const translate = useTranslate()
  return useMemo(() => {
    const text = (choose: (label: Label) => string, field: string): string => {
      const definition = resource.fields[field]
      return definition ? choose(definition.label) : field === 'id' ? translate('crud.id') : field
    }
    const searched = searchedFields(resource)
    return {
      name: pick(resource.label),
      /** The noun as used inside a sentence. */
      noun: inner(resource.noun),
      label: (field: string): string => text(pick, field),
      /** Fields in which the search text is looked up. */
      searched: searched.map((field) => text(inner, field)).join(' / '),
      /** Whether there are several such fields, whose names are too long for a phone. */
      searchesSeveral: searched.length > 1,
    }
  }, [resource, pick, inner, translate])
}

/** Returns the fields in which the search text is looked up: those marked for it, otherwise the title. */
function searchedFields(resource: Resource): string[] {
  const searched = Object.keys(resource.fields).filter((name) => resource.fields[name]?.search)
  return searched.length > 0 ? searched : [resource.title]
}
