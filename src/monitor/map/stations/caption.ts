import type { Zone } from '../../../../resources/kit/zone.ts'
import { periodWords } from '../../../environment/periodWords.ts'
import { classesUntil } from '../../past/classesUntil.ts'

interface CaptionOf {
  /** The quantity's name; '' for none. */
  name: string
  periods: readonly string[]
  /** The end of the newest judged hour, ms since the epoch; null while none is known. */
  at: number | null
  /** The past moment shown, ms since the epoch; null: now. */
  moment: number | null
}

/**
 * Returns the caption of the list of the worst stations: "AQI · 1 小时". The page's head shows the moment; if the classes
 * are of an hour that ended before it, the caption adds that: "AQI · 1 小时 · 级别截至 09:00".
 */
export function captionOf(
  { name, periods, at, moment }: CaptionOf,
  zone: Zone,
  translate: (key: string, options?: object) => string,
): string {
  return [name, periodWords(periods, translate), classesUntil(at, moment, zone, translate)].filter(Boolean).join(' · ')
}
