import { Button } from '@mui/material'
import {
  BellPlus,
  BellRing,
  Camera,
  CheckCheck,
  CircleCheck,
  CircleDashed,
  Clock,
  Hand,
  MessageSquare,
  RotateCcw,
  Send,
  Split,
  ToggleRight,
  TrendingUp,
  Undo2,
  UserPlus,
  Wrench,
} from 'lucide-react'
import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import type { Escalation } from '../../../../dataProvider/episodes/escalation.ts'
import type { Episode, Moment } from '../../../../dataProvider/episodes/rows.ts'
import { useZone } from '../../../chart/useZone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { TextSkeleton } from '../../../kit/index.ts'
import { shortMinute } from '../../../live/times.ts'
import { useInbox } from '../InboxContext.ts'
import { useJudgedWords } from '../marks.tsx'
import { ownerName } from '../ownerName.ts'
import { NextStep, useWhom } from './NextStep.tsx'
import { useResults } from '../../results/useResults.ts'
import { At } from './At.tsx'
import { StillWords } from './Still.tsx'
import css from './detail.module.css'

const icons: Readonly<Record<string, typeof Send>> = {
  fired: BellRing,
  refired: BellRing,
  worsened: BellRing,
  cleared: CircleCheck,
  peak: TrendingUp,
  no_data: CircleDashed,
  left_out: CircleDashed,
  acknowledge: Hand,
  assign: UserPlus,
  snooze: Clock,
  comment: MessageSquare,
  close: CheckCheck,
  reopen: RotateCcw,
  undo: Undo2,
  split: Split,
  tell: Send,
  maintenance_over: Wrench,
  escalate: BellPlus,
  message: Send,
  switch: ToggleRight,
  still: Camera,
}

interface TimelineProps {
  episode: Episode
  /** undefined: loading; null: could not be read, which is reported above. */
  moments: readonly Moment[] | null | undefined
  /** The escalation's progress, where it is shown in this place. */
  escalation: Escalation | null
}

/** What happened, newest first; messages within a minute are one line, since the card beside lists each of them. */
export function Timeline({ episode, moments, escalation }: TimelineProps) {
  const translate = useTranslate()
  const { begin } = useInbox()
  return (
    <section className={css.card} aria-label={translate('inbox.timeline')}>
      <h3>{translate('inbox.timeline')}</h3>
      {escalation && <NextStep episode={episode} escalation={escalation} />}
      {moments === undefined ? (
        <TextSkeleton />
      ) : moments === null ? (
        <p className={css.quiet}>—</p>
      ) : (
        <ol className={css.timeline}>
          {gathered(moments).map((moment) => {
            const Icon = icons[moment.kind] ?? Clock
            return (
              <li
                key={`${moment.kind} ${moment.id ?? moment.at}`}
                data-kind={moment.kind}
                data-undone={moment.undone || undefined}
              >
                <At at={moment.at} />
                <Icon size={14} aria-hidden />
                <span>
                  {moment.kind === 'left_out' || moment.kind === 'still' ? (
                    <Suspense>{moment.kind === 'still' ? <StillWords still={moment} /> : <LeftOut />}</Suspense>
                  ) : (
                    <Words episode={episode} moment={moment} />
                  )}
                  {moment.note !== '' && <q>{moment.note}</q>}
                  {moment.picture !== '' && moment.kind !== 'still' && (
                    <a href={moment.picture} target="_blank" rel="noreferrer">
                      <img src={moment.picture} alt={translate('inbox.picture')} loading="lazy" />
                    </a>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <Button className={css.write} onClick={() => begin('comment', [episode])}>
        {translate('inbox.write')}
        <kbd aria-hidden>C</kbd>
      </Button>
    </section>
  )
}

type GatheredMoment = Moment & { lines: number; lost: number }

/** Returns the moments, newest first; a run of messages within one minute becomes one line. */
function gathered(moments: readonly Moment[]): GatheredMoment[] {
  const lines: GatheredMoment[] = []
  for (const moment of moments.toReversed()) {
    const last = lines.at(-1)
    const lost = moment.kind === 'message' && moment.sent === false ? 1 : 0
    if (last && moment.kind === 'message' && last.kind === 'message' && last.at - moment.at < 60_000) {
      last.lines++
      last.lost += lost
    } else lines.push({ ...moment, lines: 1, lost })
  }
  return lines
}

/** Says that only the newest moments of a long episode are shown. */
const LeftOut = () => useLateWords('measured')('measured.leftOut')

function Words({ episode, moment }: { episode: Episode; moment: GatheredMoment }) {
  const translate = useTranslate()
  const zone = useZone()
  const { me, now } = useInbox()
  const whomOf = useWhom()
  const results = useResults(episode.project_id)
  const { kind, value, limit_text, user_name, assignee_name, state, lines, lost, name, text, undone, told } = moment
  const user = user_name || '—'
  const shown = useJudgedWords()(episode).value(value)
  const limit = limit_text ? ` ${limit_text}` : ''
  const words = (() => {
    switch (kind) {
      case 'fired':
      case 'refired':
      case 'worsened':
      case 'peak':
        return translate(`inbox.moments.${kind}`, { value: shown, limit })
      case 'message':
        return `${translate('inbox.moments.message', { smart_count: lines })}${lost > 0 ? translate('inbox.moments.lost', { smart_count: lost }) : ''}`
      case 'switch':
        return translate('inbox.moments.switch', { name: text || name })
      case 'assign': {
        const to = state?.assignee_id ?? null
        if (to === null && (state?.roster_id ?? null) === null) return translate('inbox.moments.unassign', { user })
        const roster = state?.roster_id ?? null
        const whom =
          roster !== null && told.name !== ''
            ? whomOf({ ...told, to: 'roster' })
            : to === me
              ? translate('inbox.me')
              : assignee_name ||
                (to !== episode.assignee_id
                  ? `#${to ?? roster}`
                  : roster === null
                    ? episode.assignee_name
                    : ownerName(episode))
        return translate('inbox.moments.assign', { user, whom })
      }
      case 'escalate': {
        const nobody = told.to === 'roster' && told.person === ''
        const words = translate(`inbox.moments.${nobody ? 'escalateNobody' : 'escalate'}`, {
          minutes: moment.minutes ?? 0,
          whom: whomOf(told),
        })
        return !nobody && moment.count === 0 ? `${words}${translate('inbox.moments.noMessage')}` : words
      }
      case 'tell':
        return translate('inbox.moments.tell', { user, whom: name || '—' })
      case 'snooze':
        return (state?.snooze_level ?? null) !== null
          ? translate('inbox.moments.snoozeWorse', { user })
          : translate('inbox.moments.snooze', { user, time: shortMinute(state?.snoozed_until ?? moment.at, now, zone) })
      case 'close': {
        const result = state?.result ?? 'handled'
        const known = result === 'handled' || result === 'false_alarm'
        return translate('inbox.moments.close', {
          user,
          result: known ? translate(`inbox.results.${result}`) : (results.find(({ id }) => id === result)?.name ?? '—'),
        })
      }
      default:
        return KNOWN.has(kind) ? translate(`inbox.moments.${kind}`, { user }) : kind
    }
  })()
  return undone ? <s>{words}</s> : words
}

const KNOWN = new Set(['cleared', 'no_data', 'acknowledge', 'comment', 'reopen', 'undo', 'split', 'maintenance_over'])
