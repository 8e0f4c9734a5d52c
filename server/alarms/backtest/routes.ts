import type { FastifyInstance } from 'fastify'
import { mayUse } from '../../../resources/kit/access.ts'
import { threshold } from '../../../resources/threshold.ts'
import { forbidden } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { bodyOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { createLimiter } from '../../http/limiter.ts'
import { whileOpen } from '../../http/whileOpen.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { backtest } from './backtest.ts'
import { readQuestion } from './question.ts'
import { createTurns } from './turns.ts'

/**
 * Registers POST alarmBacktest: when a rule, as its form holds it, would have fired (docs/wire.md, `alarm-backtest`).
 */
export async function backtestRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry } = platform
  const perUser = createLimiter({ max: 120, window: 60_000 })
  // Each backtest computes for seconds and yields now and then: many at once would leave other requests only these
  // pauses.
  const inTurn = createTurns<number>()

  app.post(
    '/v1/alarmBacktest',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['规则回放', '規則回放', 'When a rule would have fired'],
        body: s.record({
          rule: { type: 'object' },
          from: s.TIME,
          to: s.TIME,
          device_list: s.TEXT,
          nodemap_id: s.INT,
          com_oper: s.INT,
          params_x: s.NUMBER,
          params_y: s.NUMBER,
          hold_time: s.INT,
          start: s.TIME,
          end: s.TIME,
        }),
        answer: s.schemaRef('Backtest'),
      }),
    },
    async (request, reply) => {
      const { caller, user } = signedInOf(request)
      if (!mayUse(caller, threshold, 'create') && !mayUse(caller, threshold, 'edit')) throw forbidden()
      const question = readQuestion(platform, caller, bodyOf(request), Date.now())
      perUser.take(String(user.id))
      const signal = whileOpen(reply)
      const work = () => backtest(platform, question, (device) => registry.mayTouch(caller, device), signal)
      return ok(await inTurn(user.id, work))
    },
  )
}
