import { useTranslate } from 'react-admin'
import { useZone } from '../../chart/useZone.ts'
import { momentText } from '../../live/moment.ts'

/**
 * Returns the title of the bell's list, and what it says without alarms: of now, or of a past moment (ms since the
 * epoch).
 */
export function useListWords(moment: number | null): { title: string; none: string } {
  const translate = useTranslate()
  const zone = useZone()
  if (moment === null) return { title: translate('bell.title'), none: translate('bell.none') }
  const time = momentText(moment, zone)
  return { title: translate('bell.titleThen', { time }), none: translate('bell.noneThen', { time }) }
}
