import { useListContext, useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import { classKey, type ScaleLevel } from '../../environment/scale.ts'
import controlsCss from '../../kit/controls.module.css'
import textCss from '../../kit/text.module.css'
import { VerdictChip } from './EpisodeClass.tsx'
import { useInbox } from './InboxContext.ts'
import { Owner } from './Owner.tsx'
import { AgeOf, ConditionMarks, LevelMark, useJudgedWords } from './marks.tsx'
import { useEpisodeVerdict } from './useEpisodeVerdict.ts'
import { valueText } from './valueText.ts'
import css from './inbox.module.css'

interface EpisodeRowProps {
  episode: Episode
  /** Values of the node during the last hour. */
  line: readonly number[]
  /** Button of the row's menu, where the row has one. */
  menu?: ReactNode
}

/** An episode in the list: level, rule, number of firings, duration; place; current state and assignee. */
export function EpisodeRow({ episode, line, menu }: EpisodeRowProps) {
  const translate = useTranslate()
  const { current, open, picking, acted, now, openedAt, projects } = useInbox()
  const { selectedIds, onToggleItem } = useListContext<Episode>()
  const isPicked = selectedIds.includes(episode.id)
  const { id, threshold_name, message, refires, device_name, area_name, condition, unitname, peak, work } = episode
  const name = threshold_name || message
  const { value, behind, now: newest } = useJudgedWords()(episode)
  const verdict = useEpisodeVerdict(episode)
  const over = condition === 'cleared'
  const leaves = work === 'closed' && (acted.get(id)?.until ?? 0) > now
  return (
    <div
      className={css.row}
      data-id={id}
      data-current={current === id || undefined}
      data-selected={isPicked || undefined}
      data-picking={picking || undefined}
      data-fresh={isNews(episode, openedAt, now) || undefined}
      data-done={leaves || undefined}
    >
      <span className={css.rowMark}>
        <LevelMark level={episode.level} named />
        <input
          type="checkbox"
          className={controlsCss.check}
          checked={isPicked}
          aria-label={translate('inbox.select', { name: `${name} ${device_name}` })}
          onChange={() => onToggleItem(id)}
        />
      </span>
      <button
        type="button"
        className={css.rowOpen}
        aria-current={current === id || undefined}
        aria-pressed={picking ? isPicked : undefined}
        data-part="episode"
        onClick={() => (picking ? onToggleItem(id) : open(id))}
      >
        <span className={css.rowLine}>
          <b className={textCss.ellipsis}>{name}</b>
          {refires > 0 && <small>× {refires + 1}</small>}
          <AgeOf at={episode.fired_at} />
        </span>
        <span className={textCss.ellipsis} data-part="place">
          {[device_name, area_name, projects.get(episode.project_id)].filter(Boolean).join(' · ')}
        </span>
        <span className={css.rowLine}>
          <ConditionMarks episode={episode} />
          {!over && <VerdictChip verdict={verdict} />}
          <span className={css.rowValue} data-over={over || undefined}>
            <b>{over ? valueText(episode, episode.value) : newest.text}</b>{' '}
            <small>{over ? `${unitname} ${translate('inbox.peak', { value: value(peak) })}` : behind}</small>
          </span>
          <LastHour values={over ? NO_LINE : line} verdict={verdict} />
          <Owner episode={episode} />
        </span>
      </button>
      {menu}
    </div>
  )
}

/**
 * Age up to which a firing highlights its row, ms. A user has seen older firings, so a redrawn row does not light up
 * again.
 */
const NEWS_MS = 2 * MINUTE

/** Whether an episode fired, or fired again, recently while the inbox was open. */
const isNews = ({ last_fired_at }: Episode, openedAt: number, now: number): boolean =>
  last_fired_at > openedAt && now - last_fired_at < NEWS_MS

const NO_LINE: readonly number[] = []
const [WIDTH, HEIGHT] = [56, 20]

/**
 * The last hour as a line in the colour of the newest value's class, or in the colour of alarms where it has no class.
 * Decorative, since the value stands beside it. Without values its space is kept.
 */
function LastHour({ values, verdict }: { values: readonly number[]; verdict: ScaleLevel | null }) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const step = (WIDTH - 4) / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    const part = high === low ? 0.5 : (value - low) / (high - low)
    return [at * step, HEIGHT - 3 - part * (HEIGHT - 6)] as const
  })
  const last = points.at(-1)
  return (
    <svg
      className={css.spark}
      data-part="spark"
      data-verdict={verdict ? classKey(verdict) : undefined}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {last && values.length > 2 && (
        <>
          <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
          <circle cx={last[0]} cy={last[1]} r={2} />
        </>
      )}
    </svg>
  )
}
