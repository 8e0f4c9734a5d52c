import { parseIds, type Caller } from '../../../resources/kit/access.ts'
import { isRecord } from '../../../resources/kit/record.ts'
import { DECIDING, limitProblems, readLimits, readScope, ruleFrom, SCALE } from '../../../resources/kit/rule.ts'
import { problemsOf, type Values } from '../../../resources/kit/validate.ts'
import { threshold } from '../../../resources/threshold.ts'
import { ApiError, invalid } from '../../errors.ts'
import { requireSpan, timeOf } from '../../http/query.ts'
import type { Platform } from '../../platform.ts'
import { hourStart } from '../../storage/dirtyHours.ts'
import { MAX_DEVICES } from '../rules.ts'
import { devicesOfScope } from '../scope/resolve.ts'
import type { BacktestQuery } from './backtest.ts'
import { DAY } from '../../../resources/kit/zone.ts'

/**
 * Span where the body has none, days; the cost of an answer has its own limits (SAMPLES and RUN_TIMEOUT_MS of
 * backtest.ts).
 */
const USUAL_DAYS = 30
/** Longest span, days, as for the history. */
const MAX_DAYS = 31
/** Most contacts or channels by one way: a rule does not have as many, but a body may. */
const MAX_RECIPIENTS = 1000
const CHECKED: ReadonlySet<string> = new Set(DECIDING)

/**
 * Reads the body: a rule as its form holds it with `from` and `to`, or its fields beside `start` and `end` (the older
 * form). Throws 400 where the rule cannot be judged or the span makes no sense. The span is cut to what the history
 * keeps.
 */
export function readQuestion(
  { registry, settings }: Pick<Platform, 'registry' | 'settings'>,
  caller: Caller,
  body: Values,
  now: number,
): BacktestQuery {
  const given = body['rule']
  const fields: Values = isRecord(given) ? given : body
  const scope = readScope(fields['scope'])
  // With a scope no devices are chosen by hand.
  const problems = problemsOf(
    threshold,
    fields,
    scope ? new Set(DECIDING.filter((name) => name !== 'device_list')) : CHECKED,
  )
  Object.assign(problems, limitProblems(fields))
  // Default scale where the form names none, as for a rule that is being created.
  const rule = ruleFrom({ limit_scale: SCALE.shown, ...fields }, settings.timeZone)
  if (Object.keys(problems).length > 0 || !rule) throw invalid(problems)
  const node = Number(fields['nodemap_id'])
  const devices = scope
    ? devicesOfScope(
        registry,
        scope,
        {
          project: Number(fields['project_id']) || caller.project_id || 0,
          node,
          conditions: rule.conditions ?? null,
        },
        caller,
      ).map(({ id }) => id)
    : [...new Set(parseIds(String(fields['device_list'])))]
  if (devices.length > MAX_DEVICES && !scope)
    throw invalid({ device_list: { key: 'error.alarm.tooMany', args: { max: MAX_DEVICES } } })
  const end = momentIn('end', body['to'] ?? body['end'], now)
  const start = momentIn('start', body['from'] ?? body['start'], end - USUAL_DAYS * DAY)
  if (start > now) throw new ApiError(400, 'error.history.range')
  requireSpan(start, end, MAX_DAYS * DAY)
  const oldest = hourStart(now - settings.retentionDays * DAY)
  const ids = (name: string): number[] => parseIds(textOf(fields[name])).slice(0, MAX_RECIPIENTS)
  return {
    rule: { ...rule, nodemap_id: node, pollutant: scope?.pollutant ?? null },
    devices,
    start: Math.max(start, Math.min(oldest, end)),
    end: Math.min(end, now),
    telling: {
      name: '',
      phones: ids('alarm_phone'),
      wechats: ids('alarm_wechat'),
      emails: ids('alarm_email'),
      channels: ids('alarm_channel'),
      ...(rule.levels && { levels: rule.levels }),
      tell: readLimits(fields['limits'])?.tell ?? new Map<number, readonly number[]>(),
      level: Number(fields['alert_level']) || 3,
      interval: Math.trunc(Number(fields['alarm_interval']) || 0) * 60_000,
      back: Number(fields['enable_back']) === 1,
      escalation: Number(fields['escalation_id']) || null,
    },
  }
}

/** Reads a moment of the body; `usual` where it is not given. Throws 400. */
function momentIn(name: string, value: unknown, usual: number): number {
  const moment = timeOf(value, usual)
  if (moment === null) throw invalid({ [name]: { key: 'error.rule.time' } })
  return moment
}

/** Returns ids as text, as they are stored or as a form sends them. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
