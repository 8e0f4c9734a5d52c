import type { AlarmTrace } from '../../../dataProvider/calls/alarmTrace.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { breaks } from '../../../resources/kit/rule.ts'
import type { Step, Words } from './steps.ts'

/** An episode's firing in words: its node with the value, and the limit. */
export interface FiredWords {
  value: string
  limit: string
}

/**
 * Why an alarm fired and whom it told, a few words a step. Of a lasting alarm the trace is of now: of its other conditions it does not know the values
 * at the firing, but that they held.
 */
export function lineOf(
  episode: Pick<
    Episode,
    'id' | 'since' | 'fired_at' | 'fired_value' | 'limit' | 'limit_text' | 'node_name' | 'suppressed'
  >,
  trace: AlarmTrace,
  fired: FiredWords,
  { translate, span, level }: Pick<Words, 'translate' | 'span' | 'level'>,
): Step[] {
  // Of another firing it explains nothing here.
  if (trace.episode?.id !== episode.id) return []
  const { verdict, conditions, join, hold, limits, messages } = trace
  const hasRows = conditions.length > 1
  const silent = verdict === 'silent'
  const { fired_value, limit } = episode
  // What got worse has another limit than the one that it fired at.
  const isOver = limit !== null && fired_value !== null && breaks(limit, fired_value)
  const steps: Step[] = []
  const add = (key: string, tone: Step['tone'], text: string): void => void steps.push({ key, tone, text })
  if (silent || (fired_value === null && !hasRows)) add('limit', 'yes', episode.limit_text)
  else if (hasRows && join === 'or') add('limit', 'yes', translate('trace.line.any'))
  else add('limit', 'yes', `${episode.node_name} ${fired.value} ${isOver ? fired.limit : ''}`.trim())
  if (!silent && hasRows && join === 'and') add('rows', 'yes', translate('trace.line.all'))
  if (!silent && hold > 0)
    add(
      'hold',
      'yes',
      translate('trace.line.held', { held: span(episode.fired_at - episode.since), hold: span(hold * 1000) }),
    )
  if (episode.suppressed) add('maintenance', 'stop', translate('trace.line.maintained'))
  else add('maintenance', 'yes', translate('trace.line.unmaintained'))
  const count = messages?.filter(({ sent }) => sent === true).length ?? 0
  const reached = limits.findLast((limit) => limit.reached)?.level ?? null
  if (count > 0)
    add(
      'told',
      'sent',
      [level(reached), translate('trace.line.told', { smart_count: count })].filter(Boolean).join(' · '),
    )
  else if (messages !== null && !episode.suppressed) add('told', 'unknown', translate('trace.line.untold'))
  return steps
}
