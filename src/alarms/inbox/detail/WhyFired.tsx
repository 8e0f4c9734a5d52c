import { lazy, Suspense } from 'react'
import type { Episode, Moment } from '../../../../dataProvider/episodes/rows.ts'
import { useJudgedWords } from '../marks.tsx'
import { useEpisodeTrace } from './useEpisodeTrace.ts'

const WhyLine = lazy(() => import('../../trace/WhyLine.tsx'))

interface WhyFiredProps {
  episode: Episode
  /** undefined: loading; null: could not be read. */
  moments: readonly Moment[] | null | undefined
}

/**
 * Why the episode fired, in one line, from the trace that the curve's limits are taken from, and how many messages were
 * sent; nothing until the trace is known.
 */
export function WhyFired({ episode, moments }: WhyFiredProps) {
  const { value, asked, unit } = useJudgedWords()(episode)
  const trace = useEpisodeTrace(episode)
  if (!trace) return null
  const fired = { value: value(episode.fired_value), limit: `${asked} ${unit}`.trim() }
  return (
    <Suspense>
      <WhyLine episode={episode} trace={trace} moments={moments} fired={fired} />
    </Suspense>
  )
}
