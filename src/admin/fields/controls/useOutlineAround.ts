import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { Row } from '../../../../dataProvider/rows.ts'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { findResource } from '../../../../resources/index.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { outlineOf } from '../../../../resources/kit/places.ts'
import { FormInfoContext } from '../formContext.ts'

/**
 * Returns the outline of the surroundings of the edited place: that of the parent for a record in a tree, that of the
 * area for a point. Found in the definition as the field that refers to a resource with an outline. Empty where there
 * is none, or while it is unknown.
 */
export function useOutlineAround(type: 'point' | 'polygon'): readonly Pair[] {
  const resource = useContext(FormInfoContext)?.resource ?? null
  const dataProvider = useDataProvider()
  const link = resource && linkOf(resource, type)
  const chosen: unknown = useWatch({ name: link?.field ?? '' })
  const id = Number(chosen)
  const { data } = useQuery({
    queryKey: ['map', 'around', link?.to.path, id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<Row>(link?.to.path ?? '', { id, signal })).data,
    enabled: link !== null && Number.isInteger(id) && id > (link.to.tree?.root ?? 0),
    retry: false,
    staleTime: 60_000,
  })
  return link && data ? outlineOf(String(data[link.outline] ?? '')) : NONE
}

const NONE: readonly Pair[] = []

function linkOf(
  resource: Resource,
  type: 'point' | 'polygon',
): { field: string; to: Resource; outline: string } | null {
  const names = type === 'polygon' ? [resource.tree?.parent ?? ''] : Object.keys(resource.fields)
  for (const name of names) {
    const field = resource.fields[name]
    const to = field?.type === 'ref' ? findResource(field.to) : undefined
    const outline = to && Object.keys(to.fields).find((each) => to.fields[each]?.type === 'polygon')
    if (to && outline) return { field: name, to, outline }
  }
  return null
}
