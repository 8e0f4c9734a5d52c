import { useZone } from '../../chart/useZone.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import textCss from '../../kit/text.module.css'
import { useLasted } from '../../live/useLasted.ts'
import css from './bell.module.css'

interface PastCountProps {
  /** What describes the bell. */
  id: string
  /** Epoch ms. */
  moment: number
  /** How many alarms the bell counts now. */
  count: number
}

/** How many alarms lasted at a past moment, in the place of the bell's number; muted, and said to be of now, where nobody tells them. */
export default function PastCount({ id, moment, count }: PastCountProps) {
  const say = useLateWords('moment')
  const zone = useZone()
  const { episodes, total, isPending } = useLasted(moment)
  if (isPending) return null
  const isKnown = episodes !== null
  const shown = isKnown ? total : count
  const time = zone.full(moment).slice(5, 16)
  const said = isKnown ? say('moment.bell', { time, smart_count: total }) : say('moment.bellNow', { time })
  return (
    <>
      <span className={css.count} data-of={isKnown ? 'then' : 'now'} title={said} aria-hidden>
        {shown > 99 ? '99+' : shown}
      </span>
      <span id={id} className={textCss.visuallyHidden}>
        {said}
      </span>
    </>
  )
}
