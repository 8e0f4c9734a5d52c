import { createElement, Suspense, type ComponentType } from 'react'
import type { Resource } from '../../../resources/kit/define.ts'
import { useSlots } from '../slots.ts'
import type { DialogSlotProps } from '../fields/slotProps.ts'
import { MissingDialog } from './MissingDialog.tsx'
import { useAwaited, useRights } from '../rights.ts'

/** A dialog the definition offers on a record, where the caller may have it. */
export function OfferedDialog({
  resource,
  id,
  name,
  onClose,
}: {
  resource: Resource
  id: number
  name: string
  onClose: () => void
}) {
  const slots = useSlots()
  const offer = useRights(resource).dialogs.find((dialog) => dialog.name === name)
  const awaited = useAwaited(resource.dialogs?.find((dialog) => dialog.name === name)?.slot)
  if (awaited) return null
  if (!offer) return <MissingDialog resource={resource} onClose={onClose} />
  return (
    <Suspense>
      {createElement(slots.dialogs[offer.slot] as ComponentType<DialogSlotProps>, {
        resource,
        id,
        label: offer.label,
        onClose,
      })}
    </Suspense>
  )
}
