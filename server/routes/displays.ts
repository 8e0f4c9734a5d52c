import type { FastifyInstance } from 'fastify'
import { display } from '../../resources/display.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { answerOf, entityOf } from '../crud/entity.ts'
import { lockRecords } from '../crud/lock.ts'
import { logOperations } from '../crud/operations.ts'
import { applyCommit, visibleRow } from '../crud/save.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { ApiError, forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import type { Row } from '../storage/row.ts'

/**
 * Registers PUT godbDatashowMakeTop/{id}: puts a display screen on top of its project, in place of the present one,
 * which the caller has to be allowed to change as well. The body is ignored.
 */
export async function displayRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const entity = entityOf(display)

  app.put<{ Params: { id: string } }>(
    '/v1/godbDatashowMakeTop/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['组态大屏置顶', '組態畫面置頂', 'Put a display screen on top'],
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!mayUse(caller, entity.resource, 'edit')) throw forbidden()
      const id = recordId(request.params.id)
      const { row, changed } = await platform.storage.writeAny(async (trx) => {
        // Exclusive lock: two simultaneous calls must not both put a screen on top.
        await lockRecords(trx, platform.storage.engine, entity, true)
        const old = await visibleRow(trx, platform, entity, id, caller)
        const others = await trx
          .selectFrom('datashow')
          .selectAll()
          .where('project_id', '=', old.project_id ?? null)
          .where('istop', '=', 1)
          .where('id', '!=', id)
          .execute()
        const scope = scopeOf(caller, entity.resource, platform.registry)
        if (!others.every((other) => isInScope(other, scope))) throw new ApiError(403, 'error.maintenance.outside')
        const updated_at = Date.now()
        const changes: [old: Row, istop: 0 | 1][] = others.map((other) => [other, 0])
        if (old.istop !== 1) changes.push([old, 1])
        for (const [each, istop] of changes)
          await trx.updateTable('datashow').set({ istop, updated_at }).where('id', '=', Number(each.id)).execute()
        await logOperations(
          trx,
          changes.map(([each, istop]) => ({
            resource: entity.resource,
            type: 'edit',
            id: Number(each.id),
            old: each,
            row: { ...each, istop, updated_at },
            userId: caller.id,
          })),
        )
        return { row: { ...old, istop: 1 }, changed: changes.map(([each]) => Number(each.id)) }
      })
      for (const each of changed) await applyCommit(platform, entity, each)
      return ok(answerOf(platform, entity, row))
    },
  )
}
