import { clsx } from 'clsx'
import { CircleCheck, UserPlus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { isSnoozed } from '../../../resources/kit/episode.ts'
import { EpisodeClass } from '../../alarms/inbox/EpisodeClass.tsx'
import { LevelMark, useJudgedWords } from '../../alarms/inbox/marks.tsx'
import textCss from '../../kit/text.module.css'
import { ageWords } from '../../live/display.ts'
import { useCarousel } from '../carousel/useCarousel.ts'
import { usePauses } from '../carousel/usePauses.ts'
import { TurnTools } from '../carousel/CarouselFrame.tsx'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { Late } from '../stage/Late.tsx'
import { isOwned, PER_PAGE } from './urgency.ts'
import type { Lasting } from './useLasting.ts'
import css from './situation.module.css'
import bigscreenCss from '../bigscreen.module.css'

const LEVELS = [1, 2, 3, 4] as const
/** How long a page of alarms is shown, ms. */
const PAGE_MS = 12_000

interface AlarmsPanelProps {
  lasting: Lasting
  /** The alarm whose curve is visible. */
  followed: number | null
  idle: boolean
  now: number
}

/** The active alarms, the most urgent first: level, age and owner. More than five are shown page by page. */
export function AlarmsPanel({ lasting, followed, idle, now }: AlarmsPanelProps) {
  const { episodes, total, done, error, at, unavailable } = lasting
  const translate = useTranslate()
  const pauses = usePauses(idle)
  const rows = episodes ?? []
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE))
  const turning = useCarousel(pages, pauses.paused, PAGE_MS)
  const oldest = rows.length === 0 ? null : Math.min(...rows.map(({ fired_at }) => fired_at))
  const page = rows.slice(turning.at * PER_PAGE, (turning.at + 1) * PER_PAGE)
  const nothing = unavailable
    ? translate(`bigscreen.${unavailable}`)
    : episodes === undefined
      ? translate(error ? 'bigscreen.noData' : 'bigscreen.first')
      : null
  return (
    <FramedPanel
      name="lasting"
      title={translate('bigscreen.lasting')}
      beside={
        oldest !== null && (
          <>
            {translate('bigscreen.lastingCount', { smart_count: total })}
            {' · '}
            {translate('overview.longest', { age: ageWords(oldest, now, translate) })}
          </>
        )
      }
      tools={
        error && episodes ? (
          <Late at={at} />
        ) : (
          <ul className={css.tally} aria-label={translate('bigscreen.byLevel')}>
            {rows.length > 0 &&
              LEVELS.map((level) => (
                <li key={level}>
                  <LevelMark level={level} size={16} />
                  <span className={textCss.visuallyHidden}>{translate(`overview.level.${level}`)}</span>
                  <b>{rows.filter((row) => row.level === level).length}</b>
                </li>
              ))}
          </ul>
        )
      }
    >
      {nothing !== null ? (
        <p className={bigscreenCss.none}>{nothing}</p>
      ) : rows.length === 0 ? (
        <p className={clsx(bigscreenCss.none, css.quiet)}>
          <CircleCheck size={28} strokeWidth={1.75} aria-hidden />
          {translate('bigscreen.noneLasting')}
        </p>
      ) : (
        <ol className={css.alarms} {...pauses.hands}>
          {page.map((episode) => (
            <AlarmRow key={episode.id} episode={episode} followed={episode.id === followed} now={now} />
          ))}
        </ol>
      )}
      {unavailable === null && (
        <footer className={css.alarmsFoot}>
          <span className={textCss.ellipsis}>{done && <Done done={done} />}</span>
          {pages > 1 && <TurnTools count={pages} carousel={turning} pauses={pauses} />}
        </footer>
      )}
    </FramedPanel>
  )
}

/** Today's closed alarms: their number and response times. */
function Done({ done: { total, taken, closed } }: { done: NonNullable<Lasting['done']> }) {
  const translate = useTranslate()
  const minutes = (span: number) => Math.max(1, Math.round(span / 60_000))
  return [
    translate('inbox.closedToday', { smart_count: total }),
    taken === null ? '' : translate('bigscreen.takenAfter', { count: minutes(taken) }),
    closed === null ? '' : translate('bigscreen.closedAfter', { count: minutes(closed) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface AlarmRowProps {
  episode: Episode
  followed: boolean
  now: number
}

function AlarmRow({ episode, followed, now }: AlarmRowProps) {
  const translate = useTranslate()
  const { level, threshold_name, message, device_name, area_name, fired_at } = episode
  const judged = useJudgedWords()(episode)
  return (
    <li className={css.alarm} data-level={level ?? undefined} data-followed={followed || undefined}>
      <LevelMark level={level} size={24} />
      <span className={textCss.visuallyHidden}>{level !== null && translate(`overview.level.${level}`)}</span>
      <span className={css.what}>
        <span>
          <b className={textCss.ellipsis} title={threshold_name || message}>
            {threshold_name || message}
          </b>
          <EpisodeClass episode={episode} />
        </span>
        <small className={textCss.ellipsis}>{[device_name, area_name].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.much}>
        <b>{judged.now.text}</b>
        <small>{judged.behind}</small>
      </span>
      <span className={css.whose}>
        <span>{ageWords(fired_at, now, translate)}</span>
        <Whose episode={episode} now={now} />
      </span>
    </li>
  )
}

function Whose({ episode, now }: { episode: Episode; now: number }) {
  const translate = useTranslate()
  if (isSnoozed(episode, now)) return <small>{translate('bigscreen.snoozed')}</small>
  if (isOwned(episode))
    return <small className={textCss.ellipsis}>{episode.assignee_name || episode.roster_name || '—'}</small>
  return (
    <small className={css.nobody}>
      <UserPlus size={14} strokeWidth={1.9} aria-hidden />
      {translate('inbox.nobody')}
    </small>
  )
}
