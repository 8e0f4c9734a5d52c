import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Box } from './basicInputs.tsx'
import type { ControlProps } from './control.ts'
import { pointFromText, pointToText, polygonFromText, polygonToText } from './geo.ts'

/** A place as "lng, lat"; stored as JSON text {"maplng", "maplat"}. */
export function PointInput(control: ControlProps<'point'>) {
  const translate = useTranslate()
  return <Box control={useAsText(control, pointToText, pointFromText)} placeholder={translate('crud.pointHint')} mono />
}

/** An outline, one "lng, lat" a line; stored as JSON text [[lng, lat], …]. */
export function PolygonInput(control: ControlProps<'polygon'>) {
  const translate = useTranslate()
  return <Box control={useAsText(control, polygonToText, polygonFromText)} placeholder={translate('crud.polygonHint')} rows={3} mono />
}

/**
 * Shows a stored value in another form. What was typed stays as it was typed, readable or not, until the value changes from
 * outside: nobody's half-written line is rewritten under their hands.
 */
function useAsText(control: ControlProps, show: (stored: string) => string, read: (typed: string) => string): ControlProps {
  const stored = typeof control.value === 'string' ? control.value : ''
  const [typed, setTyped] = useState({ text: show(stored), stored })
  if (typed.stored !== stored) setTyped({ text: show(stored), stored })
  const change = (value: unknown) => {
    const text = String(value)
    setTyped({ text, stored: read(text) })
    control.onChange(read(text))
  }
  return { ...control, value: typed.stored === stored ? typed.text : show(stored), onChange: change }
}
