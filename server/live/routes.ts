import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayControl } from '../../resources/control.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { ApiError, forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { deviceOf } from '../http/scope.ts'
import type { Platform } from '../platform.ts'
import { lastCommand } from './commandStory.ts'
import { mayOpenFeed } from './origin.ts'
import { attachSocket } from './socket.ts'
import { readSetValue, setValue } from './setValue.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * The calls of live monitoring except the states themselves (wire.md, "Live state and history"), and the live feed's
 * socket.
 */
export async function liveRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry, storage } = platform
  app.get(
    '/v1/godbAllDeviceOnlineNum',
    {
      schema: callSchema({
        group: 'live',
        label: ['在线数', '線上數', 'Devices and gateways online'],
        answer: s.record({ onlinenum: s.INT, sumnum: s.INT, gatewayonlinenum: s.INT, gatewaysumnum: s.INT }),
      }),
      config: { reads: 'live' },
    },
    async (request, reply) => {
      const { caller } = signedInOf(request)
      const now = Date.now()
      const devices = registry.devices().filter((device) => registry.mayTouch(caller, device))
      const online = devices.filter(
        (device) => registry.isOnline(device, now) && (registry.area(device.district_id)?.build_state ?? 0) === 0,
      )
      const query = storage.read.selectFrom('gateway').select('id')
      const gateways = await (isSuper(caller)
        ? query
        : query.where('project_id', '=', caller.project_id ?? 0)
      ).execute()
      const gatewaysOnline = gateways.filter((gateway) => registry.isGatewayOnline(gateway.id, now))
      return reply.send(
        ok({
          onlinenum: online.length,
          sumnum: devices.length,
          gatewayonlinenum: gatewaysOnline.length,
          gatewaysumnum: gateways.length,
        }),
      )
    },
  )

  app.get<{ Params: { deviceid: string; count: string } }>(
    '/v1/godbDeviceOnlineByIdOrCount/:deviceid/:count',
    {
      schema: callSchema({
        group: 'live',
        label: ['上下线记录', '上下線記錄', 'Connection record'],
        answer: s.listOf(s.record({ time: s.TIME, state: s.ZERO_OR_ONE })),
      }),
      config: { reads: 'onlineRecord' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const count = Math.min(Math.max(Math.trunc(Number(request.params.count)) || 20, 1), 1000)
      const rows = storage.read.selectFrom('deviceonline').select(['time', 'state']).where('device_id', '=', device.id)
      return reply.send(ok(await rows.orderBy('time', 'desc').orderBy('id', 'desc').limit(count).execute()))
    },
  )

  app.get<{ Params: { deviceid: string } }>(
    '/v1/lastmessages/:deviceid',
    {
      schema: callSchema({
        group: 'live',
        label: ['设备最近的上报', '裝置最近的回報', 'The last messages of a device'],
        answer: s.listOf(
          s.record({
            sn: s.TEXT,
            deviceid: s.INT,
            t: s.TIME,
            values: { type: 'object', additionalProperties: s.NUMBER },
          }),
        ),
      }),
      config: { reads: 'live' },
    },
    async (request) => ok(platform.feed.last(deviceOf(platform, request, request.params.deviceid))),
  )

  app.put(
    '/v1/godbSetDeviceNodeValue',
    {
      schema: callSchema({
        group: 'live',
        label: ['下发设定值', '下達設定值', 'Set a value'],
        body: s.record({ deviceid: s.INT, nodemapid: s.INT, value: s.NUMBER }, ['deviceid', 'nodemapid', 'value']),
      }),
    },
    async (request, reply) => {
      const { caller } = signedInOf(request)
      const command = readSetValue(registry, caller, bodyOf(request))
      if (!(await setValue(platform, command, caller.id))) throw new ApiError(503, 'error.telemetry.unreachable')
      return reply.send(ok(null))
    },
  )

  app.get<{ Params: { deviceid: string; nodemapid: string } }>(
    '/v1/lastcommand/:deviceid/:nodemapid',
    {
      schema: callSchema({
        group: 'live',
        label: ['节点的最近一次下发', '節點的最近一次下達', 'The last command of a node'],
        answer: { anyOf: [s.schemaRef('Command'), { type: 'null' }] },
      }),
    },
    async (request, reply) => {
      if (!mayControl(signedInOf(request).caller)) throw forbidden()
      const device = deviceOf(platform, request, request.params.deviceid)
      const node = device.nodes.get(Number(request.params.nodemapid))
      if (!node) throw notFound()
      const command = await lastCommand(storage, device.id, node.id)
      return reply.send(ok(command && { ...command, within: node.readBack }))
    },
  )

  const ofThisHost = async (request: FastifyRequest): Promise<void> => {
    if (!mayOpenFeed(request.headers, request.host, platform.settings.liveOrigins)) throw forbidden()
  }
  app.get(
    '/v1/ws',
    {
      schema: callSchema({
        group: 'live',
        label: [
          '实时推送（WebSocket）',
          '即時推送（WebSocket）',
          'Live feed (WebSocket; sub-protocols console.v1, bearer.<token>)',
        ],
      }),
      websocket: true,
      config: { public: true },
      onRequest: ofThisHost,
    },
    (socket, request) => attachSocket(platform, socket, request.headers['sec-websocket-protocol']),
  )
}
