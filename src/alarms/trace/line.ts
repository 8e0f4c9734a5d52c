import type { AlarmTrace } from '../../../dataProvider/calls/alarmTrace.ts'
import type { Episode, Moment } from '../../../dataProvider/episodes/rows.ts'
import { isViolated } from '../../../resources/kit/rule.ts'
import type { Step, Words } from './steps.ts'

/** An episode's firing in words: the value and the limit. */
export interface FiredWords {
  value: string
  limit: string
}

/** What the line is made from. */
export interface LineSource {
  trace: AlarmTrace
  /** What happened to the episode until now; null: unknown, undefined: not loaded yet. */
  moments: readonly Moment[] | null | undefined
}

/**
 * Returns why an alarm fired and how many messages were sent, a few words for each step. The trace of a lasting alarm
 * describes the present: it lacks the values of other conditions at the firing, but they held. The trace of an alarm
 * that is over describes its firing, so messages sent later are taken from the moments, of which a long alarm has only
 * the newest.
 */
export function lineOf(
  episode: Pick<
    Episode,
    'id' | 'level' | 'since' | 'fired_at' | 'fired_value' | 'limit' | 'limit_text' | 'node_name' | 'suppressed'
  >,
  { trace, moments }: LineSource,
  fired: FiredWords,
  { translate, span, level }: Pick<Words, 'translate' | 'span' | 'level'>,
): Step[] {
  // The trace of another firing explains nothing here.
  if (trace.episode?.id !== episode.id) return []
  const { verdict, conditions, join, hold } = trace
  const hasRows = conditions.length > 1
  const silent = verdict === 'silent'
  const { fired_value, limit } = episode
  // An episode that got worse has another limit than the one at which it fired.
  const isOver = limit !== null && fired_value !== null && isViolated(limit, fired_value)
  const steps: Step[] = []
  const add = (key: string, tone: Step['tone'], text: string): void => void steps.push({ key, tone, text })
  if (silent || (fired_value === null && !hasRows)) add('limit', 'yes', episode.limit_text)
  else if (hasRows && join === 'or') add('limit', 'yes', translate('trace.line.any'))
  else add('limit', 'yes', `${episode.node_name} ${fired.value} ${isOver ? fired.limit : ''}`.trim())
  if (!silent && hasRows && join === 'and') add('rows', 'yes', translate('trace.line.all'))
  if (!silent && hold > 0) {
    const held = episode.fired_at - episode.since
    // The rule requires a longer hold now than at the firing; the former hold is unknown.
    const key = held < hold * 1000 ? 'trace.line.heldFor' : 'trace.line.held'
    add('hold', 'yes', translate(key, { held: span(held), hold: span(hold * 1000) }))
  }
  const isWhole = moments?.every(({ kind }) => kind !== 'left_out') ?? false
  if (episode.suppressed) add('maintenance', 'stop', translate('trace.line.maintained'))
  else if (moments?.some(({ kind }) => kind === 'maintenance_over'))
    add('maintenance', 'wait', translate('trace.line.maintainedFirst'))
  else if (isWhole) add('maintenance', 'yes', translate('trace.line.unmaintained'))
  const count = moments?.filter(({ kind, sent }) => kind === 'message' && sent === true).length ?? 0
  if (count > 0)
    add(
      'told',
      'sent',
      [level(episode.level), translate(isWhole ? 'trace.line.told' : 'trace.line.toldAtLeast', { smart_count: count })]
        .filter(Boolean)
        .join(' · '),
    )
  else if (isWhole && !episode.suppressed) add('told', 'unknown', translate('trace.line.untold'))
  return steps
}
