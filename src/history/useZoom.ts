import { useEffect, useEffectEvent, useState } from 'react'
import type { Range } from '../chart/model.ts'
import { useSettled } from '../chart/useSettled.ts'
import { clippedZoom } from './zoomParam.ts'

/**
 * What is seen of the whole: at once here, and in the address once it stands still; another address moves it.
 *
 * @param zoom as the address has it; null: all
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
    // Of a range that came from the address, or was left meanwhile, there is nothing to tell.
    if (textOf(current) === text || textOf(current) !== textOf(range)) return
    setReportedText(textOf(current))
    onZoom(current.from > fullRange.from || current.to < fullRange.to ? current : null)
  })
  useEffect(() => report(settled), [settled])
  return [range, setRange]
}

const textOf = ({ from, to }: Range): string => `${from}-${to}`
