import { useResourceWords } from '../words.ts'
import { NoticeDialog } from './NoticeDialog.tsx'
import { useTranslate } from 'react-admin'
import { Lock } from 'lucide-react'
import { createElement, Suspense, type ComponentType } from 'react'
import { WithinDialog } from './WithinDialog.tsx'
import type { Presets } from '../form/formValues.ts'
import type { Place } from '../place.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { MissingDialog } from './MissingDialog.tsx'
import type { DialogSlotProps } from '../fields/slotProps.ts'
import { useSlots } from '../slots.ts'
import { useSupportedResource } from '../supportedResource.ts'
import { useRights, useDialogPending } from '../rights.ts'

interface DialogsProps {
  resource: Resource
  place: Place
  open: (place: Place) => void
  presets: Presets
  /** Rows of the list: the dialog of one of them can be drawn at once. */
  rows: readonly Row[] | undefined
}

/** Dialog that the URL names, over its list. Only the list is registered with react-admin. */
export default function Dialogs({ resource, place, open, presets, rows }: DialogsProps) {
  const slots = useSlots()
  const rowIn = (id: number) => rows?.find((row) => row.id === id)
  const rights = useRights(resource)
  const child = useSupportedResource(place.kind === 'within' ? place.child : resource)
  const close = () => open({ kind: 'list' })
  if (place.kind === 'create')
    return <RecordDialog key="create" resource={resource} id={null} presets={presets} onClose={close} />
  if (place.kind === 'edit')
    return (
      <RecordDialog
        key={place.id}
        resource={resource}
        id={place.id}
        row={rowIn(place.id)}
        presets={presets}
        onClose={close}
      />
    )
  if (place.kind === 'clone')
    return (
      <RecordDialog
        key={`${place.id} clone`}
        resource={resource}
        id={place.id}
        clone
        row={rowIn(place.id)}
        presets={presets}
        onClose={close}
      />
    )
  if (place.kind === 'dialog')
    return (
      <OfferedDialog
        key={`${place.id} ${place.name}`}
        resource={resource}
        id={place.id}
        name={place.name}
        onClose={close}
      />
    )
  if (place.kind === 'within' && child.within?.dialog)
    return (
      <Suspense>
        {createElement(slots.dialogs[child.within.dialog] as ComponentType<DialogSlotProps>, {
          key: place.id,
          resource: child,
          id: place.id,
          label: child.label,
          onClose: close,
        })}
      </Suspense>
    )
  if (place.kind === 'within')
    return (
      <WithinDialog
        key={place.id}
        parent={resource}
        id={place.id}
        resource={child}
        place={place.inner}
        open={(inner) => open({ ...place, inner })}
        onClose={close}
      />
    )
  // The tool above the list draws its own dialog; this is for callers who may not use the tool.
  if (place.kind === 'tool')
    return rights.tools.some(({ slot }) => slot === place.slot) ? null : (
      <DeniedDialog resource={resource} onClose={close} />
    )
  return place.kind === 'unknown' ? <MissingDialog resource={resource} onClose={close} /> : null
}

/** Shown for an address over a list that the caller may see, but for an action that the caller may not perform. */
function DeniedDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  return <NoticeDialog head={words.name} icon={<Lock />} title={translate('error.forbidden')} onClose={onClose} />
}

/** Dialog that the definition offers on a record, where the caller may open it. */
function OfferedDialog({
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
  const pending = useDialogPending(resource.dialogs?.find((dialog) => dialog.name === name)?.slot)
  if (pending) return null
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
