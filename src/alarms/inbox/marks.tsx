import { clsx } from 'clsx'
import { BellOff, Check, CircleDashed, Wrench } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { labelIndex } from '../../../i18n/types.ts'
import { isSnoozed, isWorseLevel } from '../../../resources/kit/episode.ts'
import { operators } from '../../../resources/kit/rule.ts'
import { classWord } from '../../../standards/index.ts'
import { useZone } from '../../chart/useZone.ts'
import { Badge, useLanguage } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import { age, shortMinute } from '../../live/times.ts'
import { LevelBadge } from '../records/badges.tsx'
import { LevelIcon } from '../rule/LevelInput.tsx'
import type { InboxAct } from './acts/acted.ts'
import { useInbox } from './InboxContext.ts'
import { ownerName } from './ownerName.ts'
import { valueText } from './valueText.ts'
import css from './inbox.module.css'

/** Returns the acts that an episode's state allows (resources/kit/episode.ts). */
export const actsFor = ({ work }: Pick<Episode, 'work'>): readonly InboxAct[] =>
  work === 'closed'
    ? ['reopen', 'comment']
    : [...(work === 'new' ? (['acknowledge'] as const) : []), 'assign', 'snooze', 'comment', 'close']

/** Whether the episode is the reader's: as the platform says, which knows who is on call; otherwise by the assignee. */
const isMine = ({ mine, assignee_id }: Episode, me: number): boolean => mine ?? assignee_id === me

/** Returns the one act to do next: take the episode while it is new, close it once it is the reader's. */
export const primaryAct = (episode: Episode, me: number): InboxAct | null =>
  episode.work === 'new' ? 'acknowledge' : episode.work === 'acknowledged' && isMine(episode, me) ? 'close' : null

/**
 * Whether an episode can get worse, that is, whether its rule has a worse level; otherwise a snooze until then would
 * never end.
 */
export const canWorsen = ({ level, worst_level }: Pick<Episode, 'level' | 'worst_level'>): boolean =>
  isWorseLevel(worst_level, level)

/**
 * How an episode describes what was judged: values as their node shows them, classes by their names, an index with the
 * word "index" before it.
 */
export interface JudgedWords {
  /** Words for the value that fired the episode, and for its peak. */
  value: (value: number | null) => string
  /** The comparison alone, like "> 1.5"; '' where the platform does not send it in numbers. */
  asked: string
  /** The rule's limit: `asked`, for an index with the word "index" before it. */
  limit: string
  /** '' for classes and for an index. */
  unit: string
  /** The current value with its unit or, where there is none, the value that fired the episode. */
  now: { text: string; unit: string }
  /** Text behind `now`: the limit with its unit; for a class or an index, the unit of the current value first. */
  behind: string
}

export function useJudgedWords(): (episode: Episode) => JudgedWords {
  const translate = useTranslate()
  const place = labelIndex[useLanguage()]
  return useCallback(
    (episode) => {
      const { calc, limit, standard, unitname, value: now } = episode
      // Without that word the number would read as a value of the node.
      const named = (words: string): string =>
        calc === 'index' && words !== '' ? `${translate('overview.index')} ${words}` : words
      const plain = (of: number | null): string =>
        standard === null || of === null
          ? valueText(episode, of)
          : (calc === 'class' && classWord(standard, of, place)) || String(of)
      const value = (of: number | null): string => (of === null ? plain(of) : named(plain(of)))
      const unit = standard === null ? unitname : ''
      const asked = limit ? operators[limit.operator].text('', plain(limit.x), plain(limit.y)).trim() : ''
      return {
        value,
        asked,
        limit: named(asked),
        unit,
        now:
          now === null ? { text: value(episode.fired_value), unit } : { text: valueText(episode, now), unit: unitname },
        behind: (standard === null ? [asked, unitname] : [now !== null && unitname, named(asked)])
          .filter(Boolean)
          .join(' '),
      }
    },
    [place, translate],
  )
}

/** Icon of a level, in its colour; `named`: says the level itself, because its word is not beside it. */
export function LevelMark({ size = 16, ...level }: { level: number | null; named?: boolean; size?: number }) {
  return (
    <span className={css.level} data-level={level.level ?? undefined} style={{ zoom: size / 14 }}>
      <LevelIcon {...level} />
    </span>
  )
}

/** Age: "38 min". */
export function AgeOf({ at }: { at: number }) {
  const translate = useTranslate()
  const zone = useZone()
  const { now } = useInbox()
  const { unit, count } = age(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={zone.full(at)}>
      {translate(`monitor.age.${unit}`, { count })}
    </time>
  )
}

/** States that qualify an active episode: over, silent, snoozed, under maintenance. */
export function ConditionMarks({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const zone = useZone()
  const { now } = useInbox()
  const { condition, no_data_since, suppressed } = episode
  return (
    <>
      {condition === 'cleared' && episode.work !== 'closed' && (
        <Badge tone="online" icon={<Check size={12} aria-hidden />}>
          {translate('inbox.condition.cleared')}
        </Badge>
      )}
      {condition === 'no_data' && (
        <Badge tone="stale" icon={<CircleDashed size={12} aria-hidden />}>
          {no_data_since === null
            ? translate('inbox.condition.no_data')
            : translate('inbox.noDataSince', { time: shortMinute(no_data_since, now, zone) })}
        </Badge>
      )}
      {isSnoozed(episode, now) && (
        <Badge tone="info" icon={<BellOff size={12} aria-hidden />}>
          <Snooze episode={episode} />
        </Badge>
      )}
      {suppressed && <Badge icon={<Wrench size={12} aria-hidden />}>{translate('inbox.suppressed')}</Badge>}
    </>
  )
}

/** Until when the episode is snoozed, and by whom. */
function Snooze({ episode: { snoozed_until, snooze_level, snoozed_by_name } }: { episode: Episode }) {
  const translate = useTranslate()
  const zone = useZone()
  const { now } = useInbox()
  const until =
    snooze_level !== null
      ? translate('inbox.snoozedWorse')
      : translate('inbox.snoozedUntil', { time: shortMinute(snoozed_until ?? 0, now, zone) })
  const words = [until, snoozed_by_name].filter(Boolean).join(' · ')
  return (
    <span className={clsx(textCss.ellipsis, css.snooze)} title={words}>
      {words}
    </span>
  )
}

/** Level, condition and work state as words. */
export function StateBadges({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const { me } = useInbox()
  const { work, level } = episode
  const who = isMine(episode, me) ? translate('inbox.me') : ownerName(episode)
  return (
    <>
      <LevelBadge level={level} />
      {episode.condition === 'active' && work !== 'closed' && (
        <Badge tone="alarm">{translate('inbox.condition.active')}</Badge>
      )}
      <ConditionMarks episode={episode} />
      <Badge tone={work === 'new' ? 'primary' : work === 'closed' ? 'online' : 'neutral'}>
        {work === 'new' && who === ''
          ? translate('inbox.work.nobody')
          : work === 'closed'
            ? translate('inbox.work.closed')
            : translate(`inbox.work.${work}`, { name: who })}
      </Badge>
    </>
  )
}
