import { useEffect } from 'react'
import type { Resource } from '../../../resources/kit/define.ts'
import { preloadOutline } from '../fields/geoInputs.tsx'
import { atRest } from '../../kit/idle.ts'
import { useSlots } from '../slots.ts'
import type { Rights } from '../rights.ts'

/** While a list is at rest, asks for the code of the dialogs that a caller may open from it: they are drawn at once then. */
export function usePreload(resource: Resource, rights: Rights, ready: boolean): void {
  const slots = useSlots()
  const form = rights.create || rights.edit
  const dialogs = rights.dialogs.map(({ slot }) => slot).join()
  useEffect(() => {
    if (!ready) return
    return atRest(() => {
      if (form && resource.formSlot) slots.forms[resource.formSlot].preload()
      if (form && Object.values(resource.fields).some(({ type, input }) => type === 'polygon' && !input))
        preloadOutline()
      for (const { slot } of resource.dialogs ?? [])
        if (dialogs.split(',').includes(slot)) slots.dialogs[slot].preload()
    }, LATEST)
  }, [resource, form, dialogs, ready, slots])
}

/** ms. */
const LATEST = 2000
