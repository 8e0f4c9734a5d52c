import type { Judgement } from '../../environment/judge.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { ClassChip } from '../../environment/ClassChip.tsx'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useEpisodeVerdict } from './useEpisodeVerdict.ts'

/**
 * Legal class of an episode's value, with standard and period in its tooltip; nothing where the value is not judged or
 * the platform does not send a class.
 */
export function EpisodeClass({ episode, large = false }: { episode: Episode; large?: boolean }) {
  return <VerdictChip verdict={useEpisodeVerdict(episode)} large={large} />
}

/** Chip of a class that was judged already. */
export function VerdictChip({ verdict, large = false }: { verdict: Judgement | null; large?: boolean }) {
  const words = useClassWords()
  if (!verdict) return null
  return (
    <ClassChip
      {...verdict}
      word={words.short(verdict)}
      figure={verdict.index}
      title={`${words.full(verdict)}\n${words.law(verdict)}`}
      large={large}
    />
  )
}
