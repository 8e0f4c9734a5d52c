import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Range } from '../../chart/model.ts'
import type { HourLine } from './hours.ts'
import { OVERLAYS, overlaidRange, overlaysFor, type Overlay } from './overlays.ts'
import { useHours } from './useHours.ts'

export interface OverlayState {
  overlay: Overlay | null
  overlays: readonly Overlay[]
  setOverlay: (overlay: Overlay | null) => void
  /** The node in the overlaid period, and how much earlier that is, ms; null: no overlay, or not loaded yet. */
  before: { line: HourLine; shift: number } | null
  /** The overlaid period has no data. */
  isOverlayEmpty: boolean
  /** Error of the overlaid period's request; null if it succeeded or was not sent. */
  error: Error | null
  retry: () => void
}

/** Returns an earlier period of a node, drawn over the visible one. */
export function useOverlay(device: number, node: number | undefined, fullRange: Range, zone: Zone): OverlayState {
  const [overlay, setOverlay] = useChoice(fullRange)
  const over = useMemo(() => overlay && overlaidRange(overlay, fullRange, zone), [overlay, fullRange, zone])
  const { data, error, retry } = useHours(device, over ?? fullRange, node === undefined ? [] : [node], over !== null)
  const before = useMemo(() => {
    const line = over && data?.lines[0]
    return line ? { line, shift: fullRange.from - over.from } : null
  }, [over, data, fullRange])
  return {
    overlay,
    overlays: overlaysFor(fullRange),
    setOverlay,
    before,
    isOverlayEmpty: over !== null && data !== undefined && (data.lines[0]?.hours.length ?? 0) === 0,
    error: over === null ? null : error,
    retry,
  }
}

/** Returns the chosen overlay, `over` in the address; one that does not suit the span is ignored. */
function useChoice(fullRange: Range): [Overlay | null, (overlay: Overlay | null) => void] {
  const [search, setSearch] = useSearchParams()
  const overlay =
    OVERLAYS.find((known) => known === search.get('over') && overlaysFor(fullRange).includes(known)) ?? null
  return [
    overlay,
    (next) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (next) after.set('over', next)
          else after.delete('over')
          return after
        },
        { replace: true },
      ),
  ]
}
