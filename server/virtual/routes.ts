import type { FastifyInstance } from 'fastify'
import { deviceai } from '../../resources/deviceai.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { answerOf, entityOf } from '../crud/entity.ts'
import { forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { deviceOf } from '../http/scope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers GET godbDeviceAiByDeviceId/{id}: the virtual rules of a device, for the super administrator only (spec 2
 * §6).
 */
export async function virtualRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const rules = entityOf(deviceai)
  app.get<{ Params: { id: string } }>(
    '/v1/godbDeviceAiByDeviceId/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['虚拟设备规则', '虛擬裝置規則', 'Virtual rules of a device'],
        answer: s.listOf(s.schemaRef('deviceai')),
      }),
    },
    async (request) => {
      if (!mayUse(signedInOf(request).caller, rules.resource, 'list')) throw forbidden()
      const device = deviceOf(platform, request, String(recordId(request.params.id)))
      const rows = await platform.storage.readAny
        .selectFrom('deviceai')
        .selectAll()
        .where('device_id', '=', device.id)
        .orderBy('id')
        .execute()
      return ok(rows.map((row) => answerOf(platform, rules, row)))
    },
  )
}
