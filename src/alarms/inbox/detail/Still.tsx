import type { Episode, Moment } from '../../../../dataProvider/episodes/rows.ts'
import { MINUTE } from '../../../../resources/kit/zone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { useExtensions } from '../../../kit/index.ts'
import { distanceText } from '../../../map/nearest.ts'
import { useInbox } from '../InboxContext.ts'
import { At } from './At.tsx'
import css from './detail.module.css'

/** Name of the camera that took a picture, or why there is none. */
export function StillWords({ still: { name, picture, reason } }: { still: Moment }) {
  const translate = useLateWords('measured')
  return picture === '' ? translate('measured.stillFailed', { name, reason }) : translate('measured.still', { name })
}

/** How long after the firing a picture may still arrive, ms. */
const TAKE_TIMEOUT_MS = MINUTE

interface StillProps {
  episode: Episode
  /** As in the timeline: undefined while loading, null where they could not be read; then nothing is shown. */
  moments: readonly Moment[] | null | undefined
}

/**
 * What the nearest camera showed at the firing and when, or that there is no picture. Nothing on a platform that takes
 * no such pictures.
 */
export function Still({ episode, moments }: StillProps) {
  const { now } = useInbox()
  const words = useLateWords('measured')
  const takes = useExtensions()?.has('camera-stills') ?? false
  if (!takes || !moments) return null
  const still = moments.find(({ kind }) => kind === 'still')
  if (!still && now - episode.fired_at < TAKE_TIMEOUT_MS) return null
  if (!still) return <p className={css.quiet}>{words('measured.noStill')}</p>
  const { name, metres, picture, at } = still
  if (picture === '')
    return (
      <p className={css.quiet}>
        <StillWords still={still} />
      </p>
    )
  return (
    <figure className={css.still}>
      <a href={picture} target="_blank" rel="noreferrer">
        <img src={picture} alt={words('measured.still', { name })} loading="lazy" />
      </a>
      <figcaption>
        <span>{[name, metres !== null && distanceText(metres)].filter(Boolean).join(' · ')}</span>
        <At at={at} />
      </figcaption>
    </figure>
  )
}
