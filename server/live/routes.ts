import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayControl } from '../../resources/control.ts'
import { device as devices } from '../../resources/device.ts'
import { gateway as gateways } from '../../resources/gateway.ts'
import { isSuper, mayOpen, type Caller } from '../../resources/kit/access.ts'
import { containsText } from '../crud/list.ts'
import { ApiError, forbidden, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { LiveDevice, LiveStates, Platform } from '../platform.ts'
import { lastCommand } from './commandStory.ts'
import { mayOpenFeed } from './origin.ts'
import { attachSocket } from './socket.ts'
import { readSetValue, setValue } from './setValue.ts'

/** The calls of live monitoring (wire.md, "Live state and history") and the live feed's socket. */
export async function liveRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry, storage } = platform
  const visible = (request: FastifyRequest): ((device: LiveDevice) => boolean) => {
    const { caller } = signedInOf(request)
    return (device) => registry.mayTouch(caller, device)
  }
  const send = (reply: FastifyReply, states: LiveStates): FastifyReply =>
    reply.type('application/json; charset=utf-8').send(states.json('{"code":0,"msg":"","data":', '}'))
  /** The states, or that they are as they were: a browser asks with the version it has. It keeps them for this user, and asks each time. */
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    include: (device: LiveDevice) => boolean,
  ): FastifyReply => {
    const states = registry.states(include)
    // Weak: the bytes on the wire differ with their compression.
    const etag = `W/"${states.version}"`
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization', etag })
    return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : send(reply, states)
  }

  app.get('/v1/godbDeviceState', { config: { reads: 'live' } }, (request, reply) =>
    answer(request, reply, visible(request)),
  )

  app.get<{ Params: { id: string } }>(
    '/v1/godbDeviceStateByDistrictId/:id',
    { config: { reads: 'live' } },
    (request, reply) => {
      const id = Number(request.params.id)
      const mine = visible(request)
      if (id === ROOT) return answer(request, reply, mine)
      const areas = areasOf(platform, request, id)
      return answer(request, reply, (device) => areas.has(device.district_id) && mine(device))
    },
  )

  app.post('/v1/godbDeviceStateSearch', { config: { reads: 'live' } }, async (request, reply) => {
    const matches = await searchOf(platform, signedInOf(request).caller, bodyOf(request))
    const mine = visible(request)
    return send(
      reply,
      registry.states((device) => matches(device) && mine(device)),
    )
  })

  app.get('/v1/godbAllDeviceOnlineNum', { config: { reads: 'live' } }, async (request, reply) => {
    const { caller } = signedInOf(request)
    const now = Date.now()
    const devices = registry.devices().filter(visible(request))
    const online = devices.filter(
      (device) => registry.isOnline(device, now) && (registry.area(device.district_id)?.build_state ?? 0) === 0,
    )
    const query = storage.read.selectFrom('gateway').select('id')
    const gateways = await (isSuper(caller) ? query : query.where('project_id', '=', caller.project_id ?? 0)).execute()
    const gatewaysOnline = gateways.filter((gateway) => registry.isGatewayOnline(gateway.id, now))
    return reply.send(
      ok({
        onlinenum: online.length,
        sumnum: devices.length,
        gatewayonlinenum: gatewaysOnline.length,
        gatewaysumnum: gateways.length,
      }),
    )
  })

  app.get<{ Params: { deviceid: string; count: string } }>(
    '/v1/godbDeviceOnlineByIdOrCount/:deviceid/:count',
    { config: { reads: 'onlineRecord' } },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const count = Math.min(Math.max(Math.trunc(Number(request.params.count)) || 20, 1), 1000)
      const rows = storage.read.selectFrom('deviceonline').select(['time', 'state']).where('device_id', '=', device.id)
      return reply.send(ok(await rows.orderBy('time', 'desc').orderBy('id', 'desc').limit(count).execute()))
    },
  )

  app.get<{ Params: { deviceid: string } }>(
    '/v1/lastmessages/:deviceid',
    { config: { reads: 'live' } },
    async (request) => ok(platform.feed.last(deviceOf(platform, request, request.params.deviceid).id)),
  )

  app.put('/v1/godbSetDeviceNodeValue', async (request, reply) => {
    const { caller } = signedInOf(request)
    const command = readSetValue(registry, caller, bodyOf(request))
    if (!(await setValue(platform, command, caller.id))) throw new ApiError(503, 'error.telemetry.unreachable')
    return reply.send(ok(null))
  })

  app.get<{ Params: { deviceid: string; nodemapid: string } }>(
    '/v1/lastcommand/:deviceid/:nodemapid',
    async (request, reply) => {
      if (!mayControl(signedInOf(request).caller)) throw forbidden()
      const device = deviceOf(platform, request, request.params.deviceid)
      const node = device.nodes.get(Number(request.params.nodemapid))
      if (!node) throw notFound()
      return reply.send(ok(await lastCommand(storage, device.id, node.id)))
    },
  )

  const ofThisHost = async (request: FastifyRequest): Promise<void> => {
    if (!mayOpenFeed(request.headers, request.host, platform.settings.liveOrigins)) throw forbidden()
  }
  app.get('/v1/ws', { websocket: true, config: { public: true }, onRequest: ofThisHost }, (socket, request) =>
    attachSocket(platform, socket, request.headers['sec-websocket-protocol']),
  )
}

/** The device of a path, if the caller may see it; 404 otherwise. */
export function deviceOf({ registry }: Platform, request: FastifyRequest, id: string): LiveDevice {
  const device = registry.device(Number(id))
  if (!device || !registry.mayTouch(signedInOf(request).caller, device)) throw notFound()
  return device
}

/** An area of a path and those below it, if the caller may see something there; 404 otherwise. What lies above their own areas only groups them. */
export function areasOf({ registry }: Platform, request: FastifyRequest, id: number): ReadonlySet<number> {
  const { caller } = signedInOf(request)
  const areas = registry.areasBelow([id])
  if (id === ROOT) return areas
  const area = registry.area(id)
  if (!area || !(isSuper(caller) || area.project_id === caller.project_id)) throw notFound()
  const mine = isSuper(caller) || caller.districts.length === 0 ? null : registry.areasBelow(caller.districts)
  if (mine && ![...areas].some((each) => mine.has(each))) throw notFound()
  return areas
}

const ROOT = 1

/** What a search may look at, and how many characters it needs (spec 1 §5); what the live state does not hold is asked of the database (wire.md, `codes`). */
const searches: Record<
  string,
  { min: number; field?: (device: LiveDevice) => string | null; stored?: 'iccid' | 'regcode' }
> = {
  name: { min: 2, field: (device) => device.name },
  sn: { min: 6, field: (device) => device.sn },
  sn_value: { min: 6, field: (device) => device.sn_value },
  iccid: { min: 6, stored: 'iccid' },
  regcode: { min: 2, stored: 'regcode' },
}

async function searchOf(
  { storage }: Platform,
  caller: Caller,
  { search_mode, search_data }: Record<string, unknown>,
): Promise<(device: LiveDevice) => boolean> {
  const mode =
    typeof search_mode === 'string' && Object.hasOwn(searches, search_mode) ? searches[search_mode] : undefined
  if (!mode) throw invalid({ search_mode: { key: 'error.rule.choice' } })
  const wanted =
    typeof search_data === 'string' || typeof search_data === 'number' ? String(search_data).trim().toLowerCase() : ''
  if ([...wanted].length < mode.min)
    throw invalid({ search_data: { key: 'error.rule.minLength', args: { min: mode.min } } })
  const { field, stored } = mode
  if (field) return (device) => field(device)?.toLowerCase().includes(wanted) ?? false
  // A card's number is told in the list of devices alone.
  if (stored === 'iccid' && !mayOpen(caller, devices.menuKey)) throw forbidden()
  const { table } = stored === 'iccid' ? devices : gateways
  const rows = await storage.readAny
    .selectFrom(table)
    .select('id')
    .where(containsText(stored ?? 'regcode', wanted))
    .execute()
  const ids = new Set(rows.map(({ id }) => Number(id)))
  return stored === 'iccid' ? ({ id }) => ids.has(id) : ({ gateway_id }) => gateway_id !== null && ids.has(gateway_id)
}
