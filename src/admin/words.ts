import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { useInnerLabel, useLabel } from './fields/useLabel.ts'

/** What a resource, its records and its fields are called, for sentences and headings. */
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
      /** As it stands inside a sentence. */
      noun: inner(resource.noun),
      label: (field: string): string => text(pick, field),
      /** The fields the search text looks in. */
      searched: searched.map((field) => text(inner, field)).join(' / '),
      /** Whether there are several, too many words for a phone. */
      searchesSeveral: searched.length > 1,
    }
  }, [resource, pick, inner, translate])
}

/** Where the search text looks: the fields that say so, else the title. */
function searchedFields(resource: Resource): string[] {
  const searched = Object.keys(resource.fields).filter((name) => resource.fields[name]?.search)
  return searched.length > 0 ? searched : [resource.title]
}
