import { Wrench } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Badge } from '../kit/index.ts'
import { upkeepUntil, type ShownDevice } from './display.ts'
import { shortMinute } from './times.ts'
import css from './upkeep.module.css'

interface UpkeepMarkProps {
  shown: ShownDevice
  /** A badge of its own, a part of a line of text, or where there is no room the picture alone, its words in the tooltip. */
  as?: 'badge' | 'words' | 'icon'
}

/** Says that a device is under maintenance, and until when; nothing while it is not. */
export function UpkeepMark({ shown, as = 'badge' }: UpkeepMarkProps) {
  const translate = useTranslate()
  const until = upkeepUntil(shown)
  if (until === null) return null
  const words = translate('maintenance.underUntil', { time: shortMinute(until, shown.now, shown.zone) })
  if (as === 'badge') return <Badge icon={<Wrench size={12} aria-hidden />}>{words}</Badge>
  const icon = <Wrench size={12} strokeWidth={1.9} aria-hidden />
  return as === 'icon' ? (
    <span className={css.mark} role="img" aria-label={words} title={words}>
      {icon}
    </span>
  ) : (
    <span className={css.mark} title={words}>
      {icon} {words} ·{' '}
    </span>
  )
}
