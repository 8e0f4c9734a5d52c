import { limitsFrom, verdicts, type Limits, type Verdict } from '../../resources/kit/rule.ts'
import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * Why a rule is, or is not, in alarm over a device at a moment (wire.md, `alarm-trace`). Times are epoch ms, values
 * raw.
 */
export interface AlarmTrace {
  at: number
  /** True if the verdict was computed from the stored values and not taken from the engine's memory. */
  replayed: boolean
  verdict: Verdict | 'unwatched'
  value: number | null
  value_at: number | null
  join: 'and' | 'or'
  conditions: TraceCondition[]
  limits: TraceLimit[]
  /** The limits moved back by the hysteresis, which keep the alarm active while violated; null if there are none. */
  ends: Limits | null
  silent_at: number | null
  night: boolean
  /** Seconds. */
  hold: number
  hysteresis: number
  /** Minutes; 0: missing data raises no alarm. */
  no_data: number
  suppressed: TraceHindrance[]
  episode: TraceEpisode | null
  /** Null if the caller may not read the messages. */
  messages: TraceMessage[] | null
}

export interface TraceCondition {
  nodemap_id: number | null
  node_name: string
  unitname: string
  node_script: string | null
  registertype: number | null
  calc: string
  /** Code of the standard whose classes `value` and `limit` are; '' if they are values. */
  standard: string
  minutes: number
  value: number | null
  /** Null for the rule's own condition, whose limits are in `limits`. */
  limit: Limits | null
  broken: boolean | null
}

export interface TraceLimit extends Limits {
  level: number | null
  broken: boolean | null
  reached: boolean
  since: number | null
  /** ms. */
  held: number
}

export interface TraceHindrance {
  reason: string
  since: number | null
  until: number | null
  value: number | null
}

export interface TraceEpisode {
  id: number
  fired_at: number
  fired_value: number | null
  cleared_at: number | null
  /** The rule's limit at the time it fired; null if it has not changed since. */
  ruleThen: Limits | null
}

export interface TraceMessage {
  id: number | null
  at: number | null
  channel: number | null
  name: string
  address: string
  /** Null while the message waits. */
  sent: boolean | null
  reason: string
  due: number | null
}

/**
 * Requests the trace of a rule over a device; `at` null: now.
 *
 * @throws WireError
 */
export async function alarmTrace(
  { threshold, device, at }: { threshold: number; device: number; at: number | null },
  signal?: AbortSignal,
): Promise<AlarmTrace> {
  const answer = await call('GET', 'alarmTrace', {
    query: { threshold_id: threshold, device_id: device, ...(at !== null && { at: Math.round(at) }) },
    signal,
  })
  if (!isRecord(answer)) throw new Error('error.badAnswer')
  return readTrace(answer)
}

function readTrace(answer: Record<string, unknown>): AlarmTrace {
  return {
    at: readTime(answer['at']) ?? 0,
    replayed: answer['source'] === 'history',
    verdict: verdicts.find((verdict) => verdict === answer['verdict']) ?? 'unwatched',
    value: readNumber(answer['value']),
    value_at: readTime(answer['value_at']),
    join: answer['join'] === 'or' ? 'or' : 'and',
    conditions: rowsOf(answer['conditions']).map((row) => ({
      nodemap_id: integer(row['nodemap_id']),
      node_name: readText(row['node_name']),
      unitname: readText(row['unitname']),
      node_script: readText(row['node_script']) || null,
      registertype: integer(row['registertype']),
      calc: readText(row['calc']),
      standard: readText(row['standard']),
      minutes: integer(row['minutes']) ?? 0,
      value: readNumber(row['value']),
      limit: limitsFrom(row),
      broken: yesNo(row['broken']),
    })),
    limits: rowsOf(answer['limits']).flatMap((row) => {
      const limit = limitsFrom(row)
      if (!limit) return []
      return [
        {
          ...limit,
          level: integer(row['level']),
          broken: yesNo(row['broken']),
          reached: yesNo(row['reached']) === true,
          since: readTime(row['since']),
          held: readNumber(row['held']) ?? 0,
        },
      ]
    }),
    ends: isRecord(answer['ends']) ? limitsFrom(answer['ends']) : null,
    silent_at: readTime(answer['silent_at']),
    night: yesNo(answer['night']) === true,
    hold: readNumber(answer['hold']) ?? 0,
    hysteresis: readNumber(answer['hysteresis']) ?? 0,
    no_data: readNumber(answer['no_data']) ?? 0,
    suppressed: rowsOf(answer['suppressed']).map((row) => ({
      reason: readText(row['reason']),
      since: readTime(row['since']),
      until: readNumber(row['until']),
      value: readNumber(row['value']),
    })),
    episode: isRecord(answer['episode']) ? episodeOf(answer['episode']) : null,
    messages: Array.isArray(answer['messages']) ? rowsOf(answer['messages']).map(messageOf) : null,
  }
}

const rowsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? readRecords(value) : [])

const yesNo = (value: unknown): boolean | null => (integer(value) === null ? null : integer(value) === 1)

function episodeOf(row: Record<string, unknown>): TraceEpisode | null {
  const [id, fired_at] = [integer(row['id']), readTime(row['fired_at'])]
  if (id === null || fired_at === null) return null
  const ruleThen = isRecord(row['rule_then']) ? limitsFrom(row['rule_then']) : null
  return {
    id,
    fired_at,
    fired_value: readNumber(row['fired_value']),
    cleared_at: readTime(row['cleared_at']),
    ruleThen,
  }
}

function messageOf(row: Record<string, unknown>): TraceMessage {
  const sent = integer(row['send_ok'])
  return {
    id: integer(row['id']),
    at: readTime(row['at']),
    channel: integer(row['channel']),
    name: readText(row['name']),
    address: readText(row['address']),
    sent: sent === null || sent < 0 ? null : sent === 1,
    reason: readText(row['reason']),
    due: readTime(row['due']),
  }
}
