import { useListContext, useTranslate } from 'react-admin'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { WireError } from '../../../../dataProvider/http.ts'
import type { PlotHandle } from '../../../chart/Plot.tsx'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { EmptyState, InlineError, TextSkeleton } from '../../../kit/index.ts'
import { useInbox } from '../InboxContext.ts'
import { ActBar } from './ActBar.tsx'
import { BackButton, DetailHead } from './DetailHead.tsx'
import { Earlier } from './Earlier.tsx'
import { EpisodeCurve } from './EpisodeCurve.tsx'
import { Place } from './Place.tsx'
import { Switches } from './Switches.tsx'
import { Timeline } from './Timeline.tsx'
import { EpisodeMessages } from './EpisodeMessages.tsx'
import { dueStep } from './NextStep.tsx'
import { WhyFired } from './WhyFired.tsx'
import css from './detail.module.css'

/**
 * One episode on one screen: title, assignee and acts; its curve; what happened, which messages were sent, and where.
 * Drawn from the list's row until its own answer arrives.
 */
export function EpisodeDetail() {
  const translate = useTranslate()
  const { episode: known, detail, error, retry } = useInbox().opened
  const phone = usePhone()
  const { isPending } = useListContext()
  const curve = useRef<PlotHandle>(null)
  if (!known) {
    if (!error || (isPending && !isGone(error))) return <DetailSkeleton />
    return (
      <div className={css.wait}>
        {phone && <BackButton />}
        {isGone(error) ? (
          <EmptyState icon={<SearchX />} title={translate('alarms.gone')} hint={translate('alarms.goneHint')} />
        ) : (
          <InlineError error={error} onRetry={retry} />
        )}
      </div>
    )
  }
  const moments = detail?.timeline ?? (error ? null : undefined)
  // The next escalation step is shown beside the acts that can precede it; on a phone the acts are at the foot of the
  // page.
  const escalation = detail?.escalation ?? null
  return (
    <article className={css.episode} aria-label={`${known.threshold_name} ${known.device_name}`}>
      <DetailHead episode={known} curve={curve} escalation={phone ? null : escalation} />
      <div className={css.body}>
        {error && <InlineError error={error} onRetry={retry} />}
        <EpisodeCurve episode={known} curve={curve} />
        <div className={css.thirds}>
          <Timeline episode={known} moments={moments} escalation={phone ? escalation : null} />
          <EpisodeMessages
            moments={moments}
            escalates={escalation?.name ?? ''}
            due={dueStep(known, escalation)}
            noSwitches={(detail?.switches ?? null) !== null}
          >
            <Earlier episode={known} />
          </EpisodeMessages>
          <Place episode={known} moments={moments} />
        </div>
        <WhyFired episode={known} moments={moments} />
        <Switches episode={known} switches={detail?.switches ?? []} />
      </div>
      {phone && <ActBar episode={known} />}
    </article>
  )
}

/** Skeleton of an episode's detail. */
export const DetailSkeleton = () => (
  <div className={css.wait} aria-hidden>
    <TextSkeleton />
  </div>
)

const isGone = (error: Error): boolean => error instanceof WireError && error.status === 404
