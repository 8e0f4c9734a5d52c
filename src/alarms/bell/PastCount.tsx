import { useZone } from '../../chart/useZone.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import textCss from '../../kit/text.module.css'
import { momentText } from '../../live/moment.ts'
import { useLasted } from '../../live/useLasted.ts'
import css from './bell.module.css'

interface PastCountProps {
  /** Id of the element that describes the bell. */
  id: string
  /** Epoch ms. */
  moment: number
  /** Number of alarms that the bell counts at present; undefined until they are known. */
  count: number | undefined
}

/**
 * Number of alarms that lasted at a past moment, in place of the bell's number. Where the platform does not tell it,
 * the present number, muted and labelled as such; none where that is unknown too.
 */
export default function PastCount({ id, moment, count }: PastCountProps) {
  const say = useLateWords('moment')
  const zone = useZone()
  const { episodes, total, isPending } = useLasted(moment)
  if (isPending) return null
  const isKnown = episodes !== null
  const shown = isKnown ? total : count
  const time = momentText(moment, zone)
  const said = isKnown
    ? say('moment.bell', { time, smart_count: total })
    : say(count === undefined ? 'moment.bellUnknown' : 'moment.bellNow', { time })
  return (
    <>
      {shown !== undefined && (
        <span className={css.count} data-of={isKnown ? 'then' : 'now'} title={said} aria-hidden>
          {shown > 99 ? '99+' : shown}
        </span>
      )}
      <span id={id} className={textCss.visuallyHidden}>
        {said}
      </span>
    </>
  )
}
