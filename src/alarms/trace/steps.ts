import type { AlarmTrace, TraceCondition, TraceMessage } from '../../../dataProvider/calls/alarmTrace.ts'
import { UNTIL_WORSE } from '../../../resources/kit/episode.ts'
import { isByLaw, operators, type Limits } from '../../../resources/kit/rule.ts'
import { readNode } from '../../../resources/kit/reading.ts'

/** How a step looks: it speaks for an alarm, against one, prevented one, is waiting, is unknown, or was sent. */
export type Tone = 'yes' | 'no' | 'stop' | 'wait' | 'unknown' | 'sent'

/** One sentence of the explanation. */
export interface Step {
  key: string
  tone: Tone
  text: string
}

/** What sentences are made with. */
export interface Words {
  translate: (key: string, args?: Record<string, unknown>) => string
  /** A moment, as short as it stays unambiguous. */
  time: (at: number) => string
  /** A duration, ms. */
  span: (ms: number) => string
  /** Name of a level. */
  level: (level: number | null) => string
  /** Name of a class in a standard; null for a class that the standard lacks. */
  classOf: (standard: string, level: number) => string | null
}

/**
 * Returns the explanation: each condition, limit, hindrance, and the result of each message, one sentence each; the
 * step that prevented an alarm is marked.
 */
export function stepsOf(trace: AlarmTrace, words: Words): Step[] {
  const stops = STOPS[trace.verdict]
  return [
    ...conditionSteps(trace, words),
    ...limitSteps(trace, words),
    ...hindranceSteps(trace, words),
    ...toldSteps(trace, words),
  ].map((step): Step => (step.tone === 'no' && stops?.test(step.key) ? { ...step, tone: 'stop' } : step))
}

/**
 * Keys of the steps that prevented the alarm, by verdict; of several limits the mildest. Steps that are waiting or
 * unknown prevent nothing.
 */
const STOPS: Partial<Record<AlarmTrace['verdict'], RegExp>> = {
  normal: /^limit 0$/,
  conditions: /^condition [1-9]/,
  schedule: /^hindrance schedule$/,
  unwatched: /^hindrance (?:disabled|incomplete|out_of_scope|stopped|no_node)$/,
}

/** Returns the one sentence that answers the question. */
export const verdictOf = ({ verdict, no_data }: AlarmTrace, { translate }: Words): string =>
  translate(`trace.verdicts.${verdict}`, { minutes: no_data })

/** Whether the rule is in alarm according to the trace. */
export const inAlarm = ({ verdict }: AlarmTrace): boolean =>
  verdict === 'alarm' || verdict === 'kept' || verdict === 'silent'

function conditionSteps({ conditions, join, value, value_at, limits }: AlarmTrace, words: Words): Step[] {
  const { translate, time } = words
  return conditions.map((condition, at): Step => {
    const tone: Tone = condition.broken === null ? 'unknown' : condition.broken ? 'yes' : 'no'
    const key = `condition ${at}`
    const name = nameOf(condition, words)
    if (at > 0) {
      const limit = condition.limit ? limitText(condition, condition.limit, words) : ''
      const state = condition.broken === null ? 'unknown' : condition.broken ? 'holds' : 'fails'
      const shown = condition.value === null ? '—' : valueText(condition, condition.value, words)
      return {
        key,
        tone,
        text: translate(`trace.rows.${state}`, { join: translate(`trace.join.${join}`), name, value: shown, limit }),
      }
    }
    if (condition.value !== null && value_at !== null)
      return {
        key,
        tone,
        text: translate('trace.value', {
          name,
          value: valueText(condition, condition.value, words),
          time: time(value_at),
        }),
      }
    if (value !== null && value_at !== null)
      return {
        key,
        tone,
        text: translate('trace.stale', { name, value: valueText(condition, value, words), time: time(value_at) }),
      }
    return { key, tone: limits.length > 0 ? tone : 'unknown', text: translate('trace.noValue', { name }) }
  })
}

function limitSteps(
  { limits, conditions, hold, ends, hysteresis, night, silent_at, no_data }: AlarmTrace,
  words: Words,
): Step[] {
  const { translate, time, span, level } = words
  const [own] = conditions
  if (!own) return []
  const steps = limits.map((limit, at): Step => {
    const args = {
      level: level(limit.level),
      limit: limitText(own, limit, words),
      held: span(limit.held),
      hold: span(hold * 1000),
    }
    const key = `limit ${at}`
    const say = (state: string): string =>
      translate(`trace.limits.${state}`, { ...args, since: limit.since === null ? '—' : time(limit.since) })
    if (limit.reached) return { key, tone: 'yes', text: say('reached') }
    if (limit.since !== null) return { key, tone: 'wait', text: say('held') }
    if (limit.broken === null) return { key, tone: 'unknown', text: say('unknown') }
    return limit.broken ? { key, tone: 'yes', text: say('broken') } : { key, tone: 'no', text: say('kept') }
  })
  if (night) steps.push({ key: 'night', tone: 'wait', text: translate('trace.night') })
  if (ends)
    steps.push({
      key: 'ends',
      tone: 'wait',
      text: translate('trace.ends', { limit: limitText(own, ends, words), hysteresis: String(hysteresis) }),
    })
  if (silent_at !== null)
    steps.push({
      key: 'silent',
      tone: 'no',
      text: translate('trace.silentAt', { time: time(silent_at), minutes: no_data }),
    })
  return steps
}

const KNOWN = ['disabled', 'incomplete', 'out_of_scope', 'stopped', 'no_node', 'schedule', 'snoozed', 'maintenance']

function hindranceSteps({ suppressed, conditions }: AlarmTrace, words: Words): Step[] {
  const { translate, time } = words
  const [own] = conditions
  return suppressed.map(({ reason, since, until, value }): Step => {
    const key = `hindrance ${reason}`
    if (reason === 'no_data')
      return {
        key,
        tone: 'unknown',
        text:
          since === null
            ? translate('trace.hindrances.never')
            : translate('trace.hindrances.no_data', { time: time(since) }),
      }
    if (reason === 'doubted')
      return {
        key,
        tone: 'unknown',
        text: translate('trace.hindrances.doubted', {
          value: own && value !== null ? valueText(own, value, words) : '—',
          time: since === null ? '—' : time(since),
        }),
      }
    if (reason === 'snoozed' && until !== null && until < UNTIL_WORSE)
      return { key, tone: 'no', text: translate('trace.hindrances.snoozedUntil', { time: time(until) }) }
    // A reason of a newer platform is shown as it is.
    return { key, tone: 'no', text: KNOWN.includes(reason) ? translate(`trace.hindrances.${reason}`) : reason }
  })
}

function toldSteps({ episode, conditions, messages }: AlarmTrace, words: Words): Step[] {
  const { translate, time } = words
  const [own] = conditions
  if (!episode) return []
  const { fired_at, fired_value, cleared_at, ruleThen } = episode
  const value = own && fired_value !== null ? valueText(own, fired_value, words) : '—'
  const steps: Step[] = [
    {
      key: 'fired',
      tone: cleared_at === null ? 'yes' : 'no',
      text:
        cleared_at === null
          ? translate('trace.fired', { time: time(fired_at), value })
          : translate('trace.over', { time: time(fired_at), value, end: time(cleared_at) }),
    },
  ]
  if (ruleThen && own)
    steps.push({
      key: 'then',
      tone: 'wait',
      text: translate('trace.ruleThen', { limit: limitText(own, ruleThen, words) }),
    })
  if (messages?.length === 0) steps.push({ key: 'nobody', tone: 'unknown', text: translate('trace.nobody') })
  return [...steps, ...(messages ?? []).map((message, at) => messageStep(message, at, words))]
}

function messageStep(
  { id, at, channel, name, address, sent, reason, due }: TraceMessage,
  place: number,
  { translate, time }: Words,
): Step {
  const way = translate(`inbox.ways.${channel !== null && channel >= 1 && channel <= 5 ? channel : 0}`)
  const args = { way, name: name || address || '—', time: at === null ? '—' : time(at), reason: reason || '—' }
  const key = `message ${id ?? place}`
  if (sent === true) return { key, tone: 'sent', text: translate('trace.messages.sent', args) }
  if (sent === false) return { key, tone: 'no', text: translate('trace.messages.withheld', args) }
  return due === null
    ? { key, tone: 'wait', text: translate('trace.messages.waits', args) }
    : { key, tone: 'wait', text: translate('trace.messages.due', { ...args, due: time(due) }) }
}

/** Names what is judged of a node: its value, its mean, its change, its class, its index. */
const nameOf = ({ node_name, nodemap_id, calc, minutes }: TraceCondition, { translate }: Words): string => {
  const node = node_name || `#${nodemap_id ?? ''}`
  return calc === 'mean' || calc === 'rate' || isByLaw(calc)
    ? translate(`error.alarm.calc.${calc}`, { node, minutes })
    : node
}

/** Returns a raw value as its node shows it, with its unit; a class by its name, an index as it is. */
function valueText(condition: TraceCondition, value: number, { classOf }: Words): string {
  const { calc, standard, node_script, registertype, unitname } = condition
  if (calc === 'class') return classOf(standard, value) ?? String(value)
  if (calc === 'index') return String(value)
  const reading = readNode({ node_script, registertype, value })
  if (reading.kind === 'none') return '—'
  if (reading.kind === 'switch') return reading.on ? '1' : '0'
  return reading.kind === 'number' ? `${reading.text} ${unitname}`.trim() : reading.text
}

const limitText = (condition: TraceCondition, { operator, x, y }: Limits, words: Words): string =>
  operators[operator].text('', valueText(condition, x, words), valueText(condition, y, words)).trim()
