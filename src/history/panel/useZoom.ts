import { useEffect, useEffectEvent, useState } from 'react'
import type { Range } from '../../chart/model.ts'
import { useSettled } from '../../chart/useSettled.ts'
import { clippedZoom } from '../zoomParam.ts'

/**
 * Returns the visible range: changed locally at once, written to the address once it settles; a changed address
 * overrides it.
 *
 * @param zoom the range in the address; null: the full range
 */
export function useZoom(
  zoom: Range | null,
  onZoom: (zoom: Range | null) => void,
  fullRange: Range,
): [Range, (range: Range) => void] {
  const requested = clippedZoom(zoom, fullRange)
  const [range, setRange] = useState(requested)
  const text = textOf(requested)
  const [handledText, setHandledText] = useState(text)
  const [reportedText, setReportedText] = useState<string | null>(null)
  if (text !== handledText) {
    setHandledText(text)
    if (text !== reportedText) {
      setReportedText(null)
      setRange(requested)
    }
  }
  const settled = useSettled(range)
  const report = useEffectEvent((current: Range) => {
    // The address already has it, or the user has moved on since.
    if (textOf(current) === text || textOf(current) !== textOf(range)) return
    setReportedText(textOf(current))
    onZoom(current.from > fullRange.from || current.to < fullRange.to ? current : null)
  })
  useEffect(() => report(settled), [settled])
  return [range, setRange]
}

const textOf = ({ from, to }: Range): string => `${from}-${to}`
