import { useEffect, useEffectEvent, useState } from 'react'
import type { Range } from '../chart/model.ts'
import { useSettled } from '../chart/useSettled.ts'
import { within } from './zoomParam.ts'

/**
 * What is seen of the whole: at once here, and in the address once it stands still; another address moves it.
 *
 * @param zoom as the address has it; null: all
 */
export function useZoom(
  zoom: Range | null,
  onZoom: (zoom: Range | null) => void,
  whole: Range,
): [Range, (range: Range) => void] {
  const asked = within(zoom, whole)
  const [range, setRange] = useState(asked)
  const text = textOf(asked)
  const [seen, setSeen] = useState(text)
  const [told, setTold] = useState<string | null>(null)
  if (text !== seen) {
    setSeen(text)
    if (text !== told) {
      setTold(null)
      setRange(asked)
    }
  }
  const settled = useSettled(range)
  const tell = useEffectEvent((now: Range) => {
    // Of a range that came from the address, or was left meanwhile, there is nothing to tell.
    if (textOf(now) === text || textOf(now) !== textOf(range)) return
    setTold(textOf(now))
    onZoom(now.from > whole.from || now.to < whole.to ? now : null)
  })
  useEffect(() => tell(settled), [settled])
  return [range, setRange]
}

const textOf = ({ from, to }: Range): string => `${from}-${to}`
