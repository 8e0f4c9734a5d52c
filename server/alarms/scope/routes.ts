import type { FastifyInstance } from 'fastify'
import { sql, type SqlBool } from 'kysely'
import { mayUse } from '../../../resources/kit/access.ts'
import { calcs, readConditions, readScope } from '../../../resources/kit/rule.ts'
import { threshold } from '../../../resources/threshold.ts'
import { isInScope, scopeOf } from '../../crud/scope.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { nodeOn } from './resolve.ts'

interface Query {
  Querystring: Record<string, unknown>
}

const ANSWER = s.listOf(
  s.record({
    id: s.INT,
    name: s.maybe(s.TEXT),
    enable: s.maybe(s.INT),
    nodemap_id: s.maybe(s.INT),
    calc: { type: 'string', enum: [...calcs] },
    com_oper: s.maybe(s.INT),
    params_x: s.MAYBE_NUMBER,
    params_y: s.MAYBE_NUMBER,
    limit_scale: s.maybe(s.INT),
    alert_level: s.maybe(s.INT),
    maintenance_until: s.maybe(s.TIME),
    maintenance_next: s.maybe(s.TIME),
    maintenance_next_until: s.maybe(s.TIME),
  }),
)

/**
 * Registers GET deviceRules: the rules that watch a device, each with the node that it judges there and its maintenance
 * (docs/wire.md, `device-rules`). For callers who may see the rules and the device.
 */
export async function deviceRuleRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry, storage, maintenance } = platform

  app.get<Query>(
    '/v1/deviceRules',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['监视一台设备的规则', '監視一台裝置的規則', 'The rules that watch a device'],
        query: { device_id: s.INT },
        answer: ANSWER,
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!mayUse(caller, threshold, 'list')) throw forbidden()
      const id = idOf(request.query.device_id)
      if (id === null) throw invalid({ device_id: { key: 'error.rule.required' } })
      const device = registry.device(id)
      if (!device || !registry.mayTouch(caller, device)) throw notFound()
      const rows = await storage.read
        .selectFrom('threshold')
        .select(['id', 'name', 'project_id', 'district_id', 'enable', 'nodemap_id', 'scope', 'conditions'])
        .select(['com_oper', 'params_x', 'params_y', 'limit_scale', 'alert_level'])
        .where(sql<SqlBool>`(',' || device_list || ',') like ${`%,${id},%`}`)
        .orderBy('id')
        .execute()
      const visible = scopeOf(caller, threshold, registry)
      return ok(
        rows
          .filter((row) => isInScope({ ...row }, visible))
          .map(({ project_id: _project, district_id: _area, scope, conditions: text, nodemap_id: node, ...row }) => {
            const conditions = readConditions(text)
            const byPollutant = node !== null && (readScope(scope)?.pollutant ?? null) !== null
            return {
              ...row,
              nodemap_id: byPollutant ? (nodeOn(registry, node, device, { conditions }) ?? node) : node,
              calc: conditions?.calc ?? 'value',
              ...maintenance.ofRule(row.id, Date.now(), id),
            }
          }),
      )
    },
  )
}
