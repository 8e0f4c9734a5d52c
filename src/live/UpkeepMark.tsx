import { Wrench } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Badge } from '../kit/index.ts'
import { plannedWords, upkeepUntil, type ShownUpkeep } from './display.ts'
import { shortMinute } from './times.ts'
import css from './upkeep.module.css'

interface UpkeepMarkProps {
  shown: ShownUpkeep
  /** A badge of its own, a part of a line of text, or where there is no room the picture alone, its words in the tooltip. */
  as?: 'badge' | 'words' | 'icon'
}

/** Says that a device, or a rule, is under maintenance and until when or, quieter, from when to when it is going to be within a day; else nothing. */
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
