import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { classOf, type StationVerdict } from '../../environment/verdict.ts'
import { useClassWords, type ClassWords } from '../../environment/useClassWords.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { StatusContext } from '../../live/deviceStatus.ts'
import type { MonitorAreas } from '../../live/useAreaTree.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { worstByArea, type WorstStation } from './areaClasses.ts'
import { ClassMark } from './ClassMark.tsx'
import type { NodeMark } from './nodeMarks.ts'
import css from '../monitor.module.css'

/**
 * Returns what is shown at the right of the areas: the number of devices, preceded by the class of the worst station of
 * each standard (design 8.2), which is named in the tooltip.
 */
export function useAreaClasses(
  { areas, counts }: Pick<MonitorAreas, 'areas' | 'counts'>,
  store: DeviceStore,
  verdicts: ReadonlyMap<number, StationVerdict>,
  { closedAreas, now }: StatusContext,
): ReadonlyMap<number | null, ReactNode> | undefined {
  const words = useClassWords()
  // The list has priority, as with the counts.
  const devices = useDeferredValue(useListedDevices(store))
  const known = useDeferredValue(verdicts)
  const worst = useMemo(
    () => worstByArea(areas, devices.heads(), known, { closedAreas, now }),
    [areas, devices, known, closedAreas, now],
  )
  return useMemo(() => {
    if (counts === undefined || worst.size === 0) return counts
    // The entry for all areas has one element per standard.
    const none: readonly (WorstStation | null)[] = worst.get(null)?.map(() => null) ?? []
    const shown = [...counts].map(([area, count]): [number | null, ReactNode] => [
      area,
      <span key={area} className={css.areaCount}>
        {(worst.get(area) ?? none).map((station, place) => (
          <ClassMark key={place} mark={markOf(station, words)} />
        ))}
        <span>{count}</span>
      </span>,
    ])
    return new Map(shown)
  }, [counts, worst, words])
}

function markOf(station: WorstStation | null, words: ClassWords): NodeMark | null {
  const known = station && classOf(station.verdict)
  return known ? { ...known, stale: false, title: `${station.name}\n${words.tooltip(station.verdict)}` } : null
}
