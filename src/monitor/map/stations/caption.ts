import type { Zone } from '../../../../resources/kit/zone.ts'
import { periodWords } from '../../../environment/periodWords.ts'
import { shortMinute } from '../../../live/times.ts'

interface CaptionOf {
  /** The quantity's name; '' for none. */
  name: string
  periods: readonly string[]
  /** The end of the newest hour that is judged, epoch ms; null while none is known. */
  at: number | null
  /** The past moment that is shown, epoch ms; null: now. */
  moment: number | null
}

/**
 * What the list of the worst stations is of: "AQI · 1 小时". Which moment is shown stands in the page's head; that classes are of an hour that ended before it,
 * behind: "AQI · 1 小时 · 级别截至 09:00".
 */
export function captionOf(
  { name, periods, at, moment }: CaptionOf,
  zone: Zone,
  translate: (key: string, options?: object) => string,
): string {
  const until =
    moment !== null &&
    at !== null &&
    at < moment &&
    translate('map.time.classes', { time: shortMinute(at, moment, zone) })
  return [name, periodWords(periods, translate), until].filter(Boolean).join(' · ')
}
