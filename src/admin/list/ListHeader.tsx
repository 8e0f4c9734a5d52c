import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { createElement, Suspense, type ComponentType } from 'react'
import { joinedResources } from '../../../resources/index.ts'
import type { Resource, ToolOffer } from '../../../resources/kit/define.ts'
import type { ToolSlotProps } from '../fields/slotProps.ts'
import { useLabel } from '../fields/useLabel.ts'
import { useSlots } from '../slots.ts'
import { HelpButton } from '../../kit/help/HelpButton.tsx'
import { PageHeader } from '../../kit/index.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import type { Place } from '../place.ts'
import { useResourceWords } from '../words.ts'

interface ListHeaderProps {
  resource: Resource
  tools: readonly ToolOffer[]
  /** Filters of the list, which a new record starts from. */
  filters: { project: number | null; area: number | null }
  place: Place
  open: (place: Place) => void
  /** Whether the caller may create. */
  create: boolean
}

/** Title, help, the definition's tools, and the primary button where the caller may create. */
export function ListHeader({ resource, tools, filters, place, open, create }: ListHeaderProps) {
  const slots = useSlots()
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const pick = useLabel()
  // Beside the title there is no space for the noun on a phone, and the title has named it.
  const phone = usePhone()
  const label = translate('crud.new', { noun: words.noun })
  return (
    <PageHeader
      title={words.name}
      actions={
        <>
          {tools.map(({ slot }) => (
            <Suspense key={slot}>
              {createElement(slots.tools[slot] as ComponentType<ToolSlotProps>, {
                resource,
                project: filters.project,
                area: filters.area,
                open: place.kind === 'tool' && place.slot === slot,
                onOpen: () => open({ kind: 'tool', slot }),
                onClose: () => open({ kind: 'list' }),
              })}
            </Suspense>
          ))}
          {create && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<Plus size={16} aria-hidden />}
              aria-label={label}
              onClick={() => open({ kind: 'create' })}
            >
              {phone ? translate('crud.newShort') : label}
            </Button>
          )}
        </>
      }
    >
      {hasHelp(resource) && (
        <HelpButton topic={resource.path} name={words.name} text={resource.help && pick(resource.help)} />
      )}
    </PageHeader>
  )
}

/**
 * Whether there is help about a list: the platform's own resources have a help page; those defined by files bring
 * `help` in their definition.
 */
const hasHelp = (resource: Resource): boolean =>
  resource.help !== undefined || !joinedResources().some(({ path }) => path === resource.path)
