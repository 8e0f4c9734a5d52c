import { Activity, memo, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Resource } from '../../resources/kit/define.ts'
import { atRest } from '../idle.ts'
import { RecordDialog } from './RecordDialog.tsx'

/**
 * Draws the form of a new record once outside of the document, piece by piece while the list is at rest. Its styles are in the page
 * then and its code has run, so that the first dialog stands as fast as all later ones. What is hidden runs no effects: it asks the
 * platform for nothing, takes no focus and holds no link back.
 */
export const FormAhead = memo(function FormAhead({ resource }: { resource: Resource }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (drawn.has(resource.path)) return
    return atRest(() => {
      drawn.add(resource.path)
      setPlace(document.createElement('div'))
    }, LATEST)
  }, [resource])
  return (
    place && (
      <Activity mode="hidden">
        {createPortal(<RecordDialog resource={resource} id={null} presets={NONE} onClose={nothing} inPlace />, place)}
      </Activity>
    )
  )
})

/** Forms that were drawn, or begun, since the console was loaded. A list that was left before it came to rest is none of them. */
const drawn = new Set<string>()

/** ms. */
const LATEST = 3000

const NONE = { project: null, area: null }

const nothing = () => {}
