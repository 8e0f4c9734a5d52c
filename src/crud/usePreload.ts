import { useEffect } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import { preloadOutline } from '../fields/geoInputs.tsx'
import { atRest } from '../idle.ts'
import { dialogSlots, formSlots } from '../slots.ts'
import type { Rights } from './rights.ts'

/** While a list is at rest, asks for the code of the dialogs that a caller may open from it: they are drawn at once then. */
export function usePreload(resource: Resource, rights: Rights, ready: boolean): void {
  const form = rights.create || rights.edit
  const dialogs = rights.dialogs.map(({ slot }) => slot).join()
  useEffect(() => {
    if (!ready) return
    return atRest(() => {
      if (form && resource.formSlot) formSlots[resource.formSlot].preload()
      if (form && Object.values(resource.fields).some(({ type, input }) => type === 'polygon' && !input))
        preloadOutline()
      for (const { slot } of resource.dialogs ?? []) if (dialogs.split(',').includes(slot)) dialogSlots[slot].preload()
    }, LATEST)
  }, [resource, form, dialogs, ready])
}

/** ms. */
const LATEST = 2000
