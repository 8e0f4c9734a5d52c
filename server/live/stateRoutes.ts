import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROOT_AREA } from '../../resources/area.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, idOf } from '../http/body.ts'
import { isHeld, weakTag } from '../http/etag.ts'
import { areasOf } from '../http/scope.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { LiveStates, LiveView, Platform } from '../platform.ts'
import { searchOf } from './search.ts'

/** Response header of a full list with the version to send in the next request (docs/wire.md, `live-since`). */
const VERSION_HEADER = 'x-live-version'
/** Response header of a full list in the order that `first` asks for (docs/wire.md, `live-since`). */
const FIRST_HEADER = 'x-live-first'

/** The calls that answer the live state of devices (wire.md, "Live state and history"). */
export async function stateRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry } = platform
  /** Returns the caller's view of the chosen areas; `scope` distinguishes one choice of devices from another. */
  const viewOf = (request: FastifyRequest, scope = '', among: LiveView['has'] = () => true): LiveView => {
    const { caller } = signedInOf(request)
    return {
      key: JSON.stringify([isSuper(caller), caller.project_id, caller.districts, scope]),
      has: (place) => among(place) && registry.mayTouch(caller, place),
    }
  }
  const send = (reply: FastifyReply, states: LiveStates): FastifyReply =>
    reply.type('application/json; charset=utf-8').send(states.json('{"code":0,"msg":"","data":', '}'))
  /**
   * Sends the full states with an ETag, or 304 where the client's copy is current; a browser caches the answer for this
   * user and revalidates each time. A request with `since` gets only what changed; a repeated `since` parameter counts
   * as absent. `first` names the area whose devices come first, by urgency; all areas where it is no id.
   */
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    view: LiveView,
    { since, first }: { since?: unknown; first?: string },
  ): FastifyReply => {
    if (typeof since === 'string') {
      reply.header('cache-control', 'no-store')
      return send(reply, registry.statesSince(since, view))
    }
    if (first !== undefined) reply.header(FIRST_HEADER, '1')
    const area = idOf(first)
    const areas = area === null || area === ROOT_AREA ? null : registry.areasBelow([area])
    const states = first === undefined ? registry.states(view) : registry.statesByUrgency(view, areas)
    const etag = weakTag(states.version)
    const headers = { 'cache-control': 'private, no-cache', vary: 'authorization', etag }
    reply.headers({ ...headers, [VERSION_HEADER]: registry.versionOf(view) })
    return isHeld(request, etag) ? reply.code(304).send() : send(reply, states)
  }

  app.get<{ Querystring: { deviceid?: string; since?: string; first?: string } }>(
    '/v1/godbDeviceState',
    {
      schema: callSchema({
        group: 'live',
        label: ['全部设备实时状态', '全部裝置即時狀態', 'Live state of all devices'],
        query: { deviceid: s.INT, since: s.TEXT, first: s.INT },
        answer: s.STATES_OR_CHANGES,
      }),
      config: { reads: 'live' },
    },
    (request, reply) => {
      const { deviceid, since, first } = request.query
      if (deviceid === undefined) return answer(request, reply, viewOf(request), { since, first })
      const only = idOf(deviceid)
      return answer(request, reply, { ...viewOf(request, `device ${only}`), only }, { since })
    },
  )

  app.get<{ Params: { id: string }; Querystring: { since?: string } }>(
    '/v1/godbDeviceStateByDistrictId/:id',
    {
      schema: callSchema({
        group: 'live',
        label: ['区域内设备实时状态', '區域內裝置即時狀態', 'Live state of the devices of an area'],
        query: { since: s.TEXT },
        answer: s.STATES_OR_CHANGES,
      }),
      config: { reads: 'live' },
    },
    (request, reply) => {
      const id = Number(request.params.id)
      const { since } = request.query
      if (id === ROOT_AREA) return answer(request, reply, viewOf(request), { since })
      const areas = areasOf(platform, request, id)
      return answer(
        request,
        reply,
        viewOf(request, `area ${id}`, ({ district_id }) => areas.has(district_id)),
        { since },
      )
    },
  )

  app.post(
    '/v1/godbDeviceStateSearch',
    {
      schema: callSchema({
        group: 'live',
        label: ['搜索设备', '搜尋裝置', 'Search devices'],
        body: s.record(
          {
            search_mode: { type: 'string', enum: ['name', 'sn', 'sn_value', 'iccid', 'regcode'] },
            search_data: s.TEXT,
          },
          ['search_mode', 'search_data'],
        ),
        answer: s.DEVICE_STATES,
      }),
      config: { reads: 'live' },
    },
    async (request, reply) => {
      const matches = await searchOf(platform, signedInOf(request).caller, bodyOf(request))
      return send(reply, registry.states(viewOf(request), matches))
    },
  )
}
