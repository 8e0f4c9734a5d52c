import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { earlierEpisodes } from '../../../../dataProvider/episodes/earlier.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { useZone } from '../../../chart/useZone.ts'
import { useInbox } from '../InboxContext.ts'
import { useJudgedWords } from '../marks.tsx'
import { useSpan } from '../useSpan.ts'
import css from './detail.module.css'

const MONTH = 30 * DAY
/** Number of earlier episodes that are named; the rest are counted. */
const NAMED = 3

/** How often this rule fired on this device in thirty days, how long it lasted, and the last episodes. */
export function Earlier({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const zone = useZone()
  const span = useSpan()
  const { open } = useInbox()
  const judged = useJudgedWords()
  const start = zone.startOf(zone.day(episode.fired_at - MONTH))
  const { data } = useQuery({
    queryKey: ['inbox', 'earlier', episode.threshold_id, episode.device_id, start],
    queryFn: ({ signal }) => earlierEpisodes(episode, start, signal),
    enabled: episode.threshold_id !== null && episode.device_id !== null,
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return null
  const lengths = data.episodes
    .flatMap(({ fired_at, cleared_at }) => (cleared_at === null ? [] : [cleared_at - fired_at]))
    .toSorted((a, b) => a - b)
  const middle = lengths[Math.floor(lengths.length / 2)]
  return (
    <footer className={css.earlier}>
      <p>
        {[
          translate('inbox.often', { smart_count: data.total }),
          ...(middle === undefined ? [] : [translate('inbox.median', { span: span(middle) })]),
        ].join(' · ')}
      </p>
      {data.episodes.slice(0, NAMED).map((one) => {
        const { value, unit } = judged(one)
        return (
          <button key={one.id} type="button" onClick={() => open(one.id)}>
            {zone.full(one.fired_at).slice(5, 16)} · {`${value(one.peak)} ${unit}`.trim()}
          </button>
        )
      })}
    </footer>
  )
}
