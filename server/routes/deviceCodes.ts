import type { FastifyInstance } from 'fastify'
import { device } from '../../resources/device.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { logOperation } from '../crud/operations.ts'
import { containsText } from '../crud/textSearch.ts'
import { forbidden, notFound } from '../errors.ts'
import { freeCodes } from '../hooks/deviceCode.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { searchText } from '../http/query.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Most codes in one answer; a search finds the rest. */
const MAX_CODES = 1000

/**
 * Registers the calls for device codes that no device has and that are reserved for their project (an extension, for
 * super administrators). GET devicecodes answers `[{sn, project_id, held_at}]`, newest first, narrowed by `search`;
 * DELETE devicecodes/{sn} releases a code to all projects, 404 where it is not reserved.
 */
export async function deviceCodeRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage } = platform

  app.get<{ Querystring: { search?: unknown } }>(
    '/v1/devicecodes',
    {
      schema: callSchema({
        group: 'manage',
        label: ['保留的设备编号', '保留的裝置編號', 'Device codes without a device'],
        query: { search: s.TEXT },
        answer: s.listOf(s.record({ sn: s.TEXT, project_id: s.INT, held_at: s.TIME })),
      }),
    },
    async (request) => {
      if (!isSuper(signedInOf(request).caller)) throw forbidden()
      const search = searchText(request.query.search)
      const all = storage.read
        .selectFrom('devicecode')
        .selectAll()
        .orderBy('held_at', 'desc')
        .orderBy('sn')
        .limit(MAX_CODES)
      return ok(await (search === null ? all : all.where(containsText(storage.engine, 'sn', search))).execute())
    },
  )

  app.delete<{ Params: { sn: string } }>(
    '/v1/devicecodes/:sn',
    { schema: callSchema({ group: 'manage', label: ['释放设备编号', '釋放裝置編號', 'Release a device code'] }) },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!isSuper(caller)) throw forbidden()
      const { sn } = request.params
      await storage.writeAny(async (trx) => {
        const reserved = await trx.selectFrom('devicecode').selectAll().where('sn', '=', sn).executeTakeFirst()
        if (!reserved || (await freeCodes(trx, [sn])) === 0) throw notFound()
        const row = { name: sn, sn, project_id: reserved.project_id ?? null }
        await logOperation(trx, {
          resource: device,
          type: 'release',
          id: 0,
          old: row,
          row: { ...row, sn: null },
          userId: caller.id,
        })
      })
      return ok(null)
    },
  )
}
