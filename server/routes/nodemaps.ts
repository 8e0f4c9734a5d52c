import type { FastifyInstance } from 'fastify'
import { gateway } from '../../resources/gateway.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { answerOf, entityOf } from '../crud/entity.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface OneRecord {
  Params: { id: string }
}

/**
 * Registers the nodes of a product model, with few columns or many (wire.md, Management), and one gateway for callers
 * who see its devices.
 */
export async function nodemapRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { read } = platform.storage
  const gateways = entityOf(gateway)
  const nodesOf = (typeId: number) =>
    read
      .selectFrom('nodemap')
      .innerJoin('node', 'node.id', 'nodemap.node_id')
      .where('nodemap.devicetype_id', '=', typeId)
      .orderBy('nodemap.nodeaddr')
      .orderBy('nodemap.id')

  // The script and the range are an extension: with them a comparison shows values as the live list does, and a rule's
  // form can say what range its limits refer to.
  app.get<OneRecord>(
    '/v1/godbNodemapByType/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['产品的节点', '產品的節點', 'Nodes of a product model'],
        answer: s.listOf(
          s.record({
            id: s.INT,
            alias: s.TEXT,
            node_id: s.INT,
            nodeaddr: s.INT,
            unitname: s.TEXT,
            registertype: s.INT,
            min_value: s.maybe(s.NUMBER),
            max_value: s.maybe(s.NUMBER),
          }),
        ),
      }),
    },
    async (request) => {
      const rows = await nodesOf(recordId(request.params.id))
        .select([
          'nodemap.id',
          'nodemap.alias',
          'nodemap.node_id',
          'nodemap.nodeaddr',
          'node.unitname',
          'node.registertype',
          'node.node_script',
          'node.min_value',
          'node.max_value',
        ])
        .execute()
      return ok(rows.map((row) => ({ ...row, node_script: wrap(row.node_script) })))
    },
  )

  app.get<OneRecord>(
    '/v1/godbNodemapNodeInfoByType/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['产品的节点详情', '產品的節點詳情', 'Nodes of a product model, in full'],
        answer: s.listOf({ type: 'object' }),
      }),
    },
    async (request) => {
      const rows = await nodesOf(recordId(request.params.id))
        .select([
          'nodemap.id',
          'nodemap.node_id',
          'node.name',
          'node.unitfactor',
          'node.unitname',
          'nodemap.alias',
          'nodemap.nodeaddr',
        ])
        .select([
          'nodemap.key_msg',
          'nodemap.explained',
          'nodemap.project_id',
          'nodemap.devicetype_id',
          'node.registertype',
        ])
        .execute()
      return ok(
        rows.map((row) => ({
          ...row,
          nodeID: row.node_id,
          key_msg: wrap(row.key_msg),
          explained: wrap(row.explained),
        })),
      )
    },
  )

  app.get<OneRecord>(
    '/v1/godbGatewayById/:id',
    {
      schema: callSchema({ group: 'manage', label: ['网关', '閘道', 'A gateway'], answer: s.schemaRef('gateway') }),
      config: { reads: 'gateway' },
    },
    async (request) => {
      const row = await read
        .selectFrom('gateway')
        .selectAll()
        .where('id', '=', recordId(request.params.id))
        .executeTakeFirst()
      if (!row || !isInScope(row, scopeOf(signedInOf(request).caller, gateways.resource, platform.registry)))
        throw notFound()
      return ok(answerOf(platform, gateways, row))
    },
  )
}
