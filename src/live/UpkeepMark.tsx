import { Wrench } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Badge } from '../kit/index.ts'
import { plannedWords, upkeepUntil, type ShownUpkeep } from './display.ts'
import { shortMinute } from './times.ts'
import css from './upkeep.module.css'

interface UpkeepMarkProps {
  shown: ShownUpkeep
  /**
   * `badge`: a badge of its own. `words`: part of a line of text. `icon`: the icon alone where space is short, with the
   * words in its tooltip.
   */
  as?: 'badge' | 'words' | 'icon'
}

/**
 * Shows that a device or a rule is under maintenance and until when; in a quieter style, the window planned within the
 * next day. Renders nothing otherwise.
 */
export function UpkeepMark({ shown, as = 'badge' }: UpkeepMarkProps) {
  const translate = useTranslate()
  const { now, zone } = shown
  const until = upkeepUntil(shown)
  const planned = plannedWords(shown, translate)
  if (until === null && planned === '') return null
  const words = planned || translate('maintenance.underUntil', { time: shortMinute(until ?? now, now, zone) })
  const icon = <Wrench size={12} strokeWidth={1.9} aria-hidden />
  if (as === 'badge' && planned === '') return <Badge icon={<Wrench size={12} aria-hidden />}>{words}</Badge>
  const quiet = planned !== '' || undefined
  return as === 'icon' ? (
    <span className={css.mark} data-planned={quiet} role="img" aria-label={words} title={words}>
      {icon}
    </span>
  ) : (
    <span className={css.mark} data-planned={quiet} title={words}>
      {icon} {words}
      {as === 'words' && ' · '}
    </span>
  )
}
