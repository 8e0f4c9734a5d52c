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
  /** The node at the time that lies over the one in sight, and how much earlier that is, ms; null: none does, or it is not there yet. */
  before: { line: HourLine; shift: number } | null
  /** Nothing is known of the time that would lie over it. */
  isOverlayEmpty: boolean
  /** Why that time could not be read; null where it was, or is not asked for. */
  error: Error | null
  retry: () => void
}

/** Another time of a node that lies over the one in sight. */
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

/** The time that lies over the one in sight, `over` in the address; one that says nothing of the span is left. */
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
