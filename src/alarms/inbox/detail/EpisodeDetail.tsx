import { useGetOne, useListContext, useTranslate } from 'react-admin'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { EPISODES } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode, EpisodeDetail as Detail } from '../../../../dataProvider/episodes/rows.ts'
import { isWaiting } from '../../../../dataProvider/episodes/switches.ts'
import { WireError } from '../../../../dataProvider/http.ts'
import type { PlotHandle } from '../../../chart/Plot.tsx'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { EmptyState, InlineError, TextSkeleton } from '../../../kit/index.ts'
import { useInbox } from '../InboxContext.ts'
import { asShown } from '../useInboxState.ts'
import { ActBar } from './ActBar.tsx'
import { DetailHead } from './DetailHead.tsx'
import { Earlier } from './Earlier.tsx'
import { EpisodeCurve } from './EpisodeCurve.tsx'
import { Place } from './Place.tsx'
import { Switches } from './Switches.tsx'
import { Timeline } from './Timeline.tsx'
import { EpisodeMessages } from './EpisodeMessages.tsx'
import css from './detail.module.css'

/** How often an episode in view is asked for anew, ms. */
const EVERY = 15_000
/** The same while a device may still answer a command. */
const SOON = 2000

/** One episode in one screen: what, whose, what to do; its curve; what happened, who was told, where. Drawn of the list's row until its own answer is there. */
export function EpisodeDetail({ id }: { id: number }) {
  const translate = useTranslate()
  const inbox = useInbox()
  const phone = usePhone()
  const { isPending } = useListContext()
  const { data, error, refetch } = useGetOne<Detail>(
    EPISODES,
    { id },
    {
      retry: false,
      staleTime: 5000,
      refetchInterval: ({ state }) => (state.data?.switches?.some(isWaiting) ? SOON : EVERY),
    },
  )
  const curve = useRef<PlotHandle>(null)
  const row = inbox.rows.find((listed) => listed.id === id)
  const known: Episode | undefined = data ? asShown(data, inbox) : row
  if (!known)
    return (
      <div className={css.wait}>
        {error instanceof WireError && error.status === 404 ? (
          <EmptyState icon={<SearchX />} title={translate('alarms.gone')} hint={translate('alarms.goneHint')} />
        ) : error && !isPending ? (
          <InlineError error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton />
        )}
      </div>
    )
  return (
    <article className={css.episode} aria-label={`${known.threshold_name} ${known.device_name}`}>
      <DetailHead episode={known} curve={curve} />
      <div className={css.body}>
        {error && <InlineError error={error} onRetry={() => void refetch()} />}
        <EpisodeCurve episode={known} curve={curve} />
        <div className={css.thirds}>
          <Timeline episode={known} moments={data?.timeline} escalation={data?.escalation} />
          <EpisodeMessages moments={data?.timeline} noSwitches={(data?.switches ?? null) !== null}>
            <Earlier episode={known} />
          </EpisodeMessages>
          <Place episode={known} />
        </div>
        <Switches episode={known} switches={data?.switches ?? []} />
      </div>
      {phone && <ActBar episode={known} />}
    </article>
  )
}
