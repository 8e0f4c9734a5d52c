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

/** What can be done to an episode as it stands (resources/kit/episode.ts). */
export const actsFor = ({ work }: Pick<Episode, 'work'>): readonly InboxAct[] =>
  work === 'closed'
    ? ['reopen', 'comment']
    : [...(work === 'new' ? (['acknowledge'] as const) : []), 'assign', 'snooze', 'comment', 'close']

/** Whether it is the reader's: by the platform, which knows who is on call now, else by whom it was given to. */
const isMine = ({ mine, assignee_id }: Episode, me: number): boolean => mine ?? assignee_id === me

/** The one thing to do next: take it while nobody has it, close it once it is mine. */
export const primaryAct = (episode: Episode, me: number): InboxAct | null =>
  episode.work === 'new' ? 'acknowledge' : episode.work === 'acknowledged' && isMine(episode, me) ? 'close' : null

/** Whether it can get worse: its rule knows a worse level; else a snooze until then would never end. */
export const canWorsen = ({ level, worst_level }: Pick<Episode, 'level' | 'worst_level'>): boolean =>
  isWorseLevel(worst_level, level)

/** What an episode says of what was judged: values as their node shows them, classes by their names, an index by that word. */
export interface JudgedWords {
  /** Of what fired it and of its peak. */
  value: (value: number | null) => string
  /** The comparison alone, like "> 1.5"; '' where the platform does not say it in numbers. */
  asked: string
  /** What the rule asks: `asked`, of an index behind that word. */
  limit: string
  /** '' of classes and of an index. */
  unit: string
  /** The value now or, where there is none, the one that fired it; with the unit. */
  now: { text: string; unit: string }
  /** What stands behind that: the limit with its unit; of a class or an index the unit of what was measured first. */
  behind: string
}

export function useJudgedWords(): (episode: Episode) => JudgedWords {
  const translate = useTranslate()
  const place = labelIndex[useLanguage()]
  return useCallback(
    (episode) => {
      const { calc, limit, standard, unitname, value: now } = episode
      // Else it reads as if it were of the value that stands before it.
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

/** The shape of a level, in its colour; `named` where its word is not beside it. */
export function LevelMark({ size = 16, ...level }: { level: number | null; named?: boolean; size?: number }) {
  return (
    <span className={css.level} data-level={level.level ?? undefined} style={{ zoom: size / 14 }}>
      <LevelIcon {...level} />
    </span>
  )
}

/** How long ago: "38 min". */
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

/** What stands in the way of seeing it as plainly active: over, silent, snoozed, under maintenance. */
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

/** Until when it is snoozed, and by whom. */
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

/** Level, condition and work as words. */
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
