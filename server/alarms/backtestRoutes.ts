import type { FastifyInstance, FastifyReply } from 'fastify'
import { mayUse, parseIds } from '../../resources/kit/access.ts'
import { hasTwoLimits, HOLD, isOperator } from '../../resources/kit/rule.ts'
import { problemsOf } from '../../resources/kit/validate.ts'
import { threshold } from '../../resources/threshold.ts'
import { ApiError, forbidden, invalid } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { createLimiter } from '../http/limiter.ts'
import { MAX_DEVICES } from '../hooks/threshold.ts'
import type { Platform } from '../platform.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { timeOf } from '../telemetry/items.ts'
import { backtest, type BacktestQuery } from './backtest.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

const DAY = 24 * HOUR
const USUAL_DAYS = 7
/** Longest span, as of the history. */
const MAX_DAYS = 31

/** What of a threshold decides when it fires. */
const DECIDING: ReadonlySet<string> = new Set([
  'device_list',
  'nodemap_id',
  'com_oper',
  'params_x',
  'params_y',
  'hold_time',
])

/** POST alarmBacktest: when a rule, as its form holds it, would have fired (docs/wire.md, `alarm-backtest`). */
export async function backtestRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry, settings } = platform
  const perUser = createLimiter({ max: 120, window: 60_000 })

  app.post(
    '/v1/alarmBacktest',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['规则回放', '規則回放', 'When a rule would have fired'],
        body: s.record(
          {
            device_list: s.TEXT,
            nodemap_id: s.INT,
            com_oper: s.INT,
            params_x: s.NUMBER,
            params_y: s.NUMBER,
            hold_time: s.INT,
            start: s.TIME,
            end: s.TIME,
          },
          ['device_list', 'nodemap_id', 'com_oper', 'params_x'],
        ),
        answer: s.schemaRef('Backtest'),
      }),
    },
    async (request, reply) => {
      const { caller, user } = signedInOf(request)
      if (!mayUse(caller, threshold, 'create') && !mayUse(caller, threshold, 'edit')) throw forbidden()
      const question = readQuestion(bodyOf(request), settings.retentionDays, Date.now())
      perUser.take(String(user.id))
      return ok(await backtest(platform, question, (device) => registry.mayTouch(caller, device), whileOpen(reply)))
    },
  )
}

/** Reads the body; throws 400 where the rule cannot be judged or the span makes no sense. What is older than the history keeps is not asked for. */
function readQuestion(body: Record<string, unknown>, retentionDays: number, now: number): BacktestQuery {
  const problems = problemsOf(threshold, body, DECIDING)
  const operator = Number(body.com_oper)
  if (Object.keys(problems).length > 0 || !isOperator(operator)) throw invalid(problems)
  const devices = [...new Set(parseIds(String(body.device_list)))]
  if (devices.length > MAX_DEVICES)
    throw invalid({ device_list: { key: 'error.alarm.tooMany', args: { max: MAX_DEVICES } } })
  const x = Number(body.params_x)
  const hold =
    body.hold_time === undefined || body.hold_time === null || body.hold_time === '' ? HOLD : Number(body.hold_time)
  const end = momentOf('end', body.end, now)
  const start = momentOf('start', body.start, end - USUAL_DAYS * DAY)
  if (start > Math.min(end, now)) throw new ApiError(400, 'error.history.range')
  if (end - start > MAX_DAYS * DAY) throw new ApiError(400, 'error.history.span', { days: MAX_DAYS })
  const oldest = hourStart(now - retentionDays * DAY)
  const rule = { operator, x, y: hasTwoLimits(operator) ? Number(body.params_y) : x, hold: hold * 1000 }
  return {
    rule,
    nodemap: Number(body.nodemap_id),
    devices,
    start: Math.max(start, Math.min(oldest, end)),
    end: Math.min(end, now),
  }
}

function momentOf(name: string, value: unknown, usual: number): number {
  const moment = timeOf(value, usual)
  if (moment === null) throw invalid({ [name]: { key: 'error.rule.time' } })
  return moment
}

/** Aborted once nobody waits for the answer any more. */
function whileOpen(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
