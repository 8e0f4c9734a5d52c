import { lazy, Suspense } from 'react'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { useJudgedWords } from '../marks.tsx'
import { useEpisodeTrace } from './useEpisodeTrace.ts'

const WhyLine = lazy(() => import('../../trace/WhyLine.tsx'))

/** Why it fired, in one line, of what the curve's limits were asked for; nothing until they are known. */
export function WhyFired({ episode }: { episode: Episode }) {
  const { value, asked, unit } = useJudgedWords()(episode)
  const trace = useEpisodeTrace(episode)
  if (!trace) return null
  const fired = { value: value(episode.fired_value), limit: `${asked} ${unit}`.trim() }
  return (
    <Suspense>
      <WhyLine episode={episode} trace={trace} fired={fired} />
    </Suspense>
  )
}
