import { languageOf } from '../language.ts'
import { callSchema } from '../openapi/call.ts'
import { northCalls } from './calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayUse } from '../../resources/kit/access.ts'
import { northdatainfo, northdatalist, northinterface } from '../../resources/north.ts'
import { answerOf, entityOf, type Entity } from '../crud/entity.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { formatOf } from './formats/index.ts'
import { documentOf, payloadOf } from './payload.ts'
import { pushPart } from './part.ts'
import { reportPreview } from './reports/index.ts'
import { readReportState } from './reports/session.ts'
import { reachesAll } from './reach.ts'
import { outcomeText, pushAtOnce } from './results.ts'
import { draftRows } from './draft.ts'

interface One {
  Params: { id: string }
}

/** Number of devices in a preview of a format. */
const PREVIEWED = 2

/**
 * Registers the calls for the rows of a data format, the result of an interface's last push, a preview of its next
 * push, and a push at once.
 */
export async function northRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { read, readAny } = platform.storage
  const [formats, rows, interfaces] = [northdatainfo, northdatalist, northinterface].map(entityOf) as [
    Entity,
    Entity,
    Entity,
  ]

  /**
   * Returns the row that a path names.
   * @throws {ApiError} 403 or 404 where the caller may not see it
   */
  const visible = async (request: FastifyRequest<One>, { resource }: Entity): Promise<Row> => {
    const { caller } = signedInOf(request)
    if (!mayUse(caller, resource, 'list')) throw forbidden()
    const row = await readAny
      .selectFrom(resource.table)
      .selectAll()
      .where('id', '=', recordId(request.params.id))
      .executeTakeFirst()
    if (!row || !isInScope(row, scopeOf(caller, resource, platform.registry))) throw notFound()
    return row
  }

  const interfaceOf = ({ id }: Row) =>
    read.selectFrom('northinterface').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
  const mine = (request: FastifyRequest): ((device: LiveDevice) => boolean) => {
    const { caller } = signedInOf(request)
    return (device) => platform.registry.mayTouch(caller, device)
  }

  app.get<One>('/v1/godbNorthDataListByInfoId/:id', { schema: callSchema(northCalls.rows) }, async (request) => {
    const format = await visible(request, formats)
    const found = await readAny
      .selectFrom(rows.resource.table)
      .selectAll()
      .where('info_id', '=', format.id ?? 0)
      .orderBy('id')
      .execute()
    return ok(found.map((row) => answerOf(platform, rows, row)))
  })

  app.get<One>('/v1/northstate/:id', { schema: callSchema(northCalls.state) }, async (request) => {
    const { id } = await visible(request, interfaces)
    const state = await read
      .selectFrom('northstate')
      .selectAll()
      .where('interface_id', '=', Number(id))
      .executeTakeFirst()
    if (!state) return ok(null)
    const msg =
      state.last_result === null ? null : outcomeText(state.last_result, languageOf(request.headers['accept-language']))
    return ok({ ...state, last_result: msg })
  })

  app.get<One>('/v1/northpreview/:id', { schema: callSchema(northCalls.preview) }, async (request) => {
    const row = await visible(request, interfaces)
    const now = Date.now()
    const { body, type, devices } =
      formatOf(Number(row.protocol)).kind === 'report'
        ? await reportPreview(platform, Number(row.id), now, mine(request))
        : await payloadOf(platform, await interfaceOf(row), now, mine(request))
    return ok({ type, devices, body })
  })

  /** Frames contain all devices of the interface: only a caller who may see all of these gets them. */
  app.get<One>('/v1/northframes/:id', { schema: callSchema(northCalls.frames) }, async (request) => {
    const row = await visible(request, interfaces)
    const session = await readReportState(platform.storage, Number(row.id))
    const all = reachesAll(platform.registry, signedInOf(request).caller, row.dev_list)
    return ok({ ...session, frames: all ? session.frames : [] })
  })

  app.post<One>('/v1/northpush/:id', { schema: callSchema(northCalls.push) }, async (request) => {
    const row = await visible(request, interfaces)
    const { caller } = signedInOf(request)
    if (!mayUse(caller, interfaces.resource, 'edit')) throw forbidden()
    if (reachesAll(platform.registry, caller, row.dev_list)) await pushAtOnce(platform, Number(row.id))
    // Under one MN, a part of the devices would be taken for the whole.
    else if (formatOf(Number(row.protocol)).kind === 'report') throw forbidden()
    else await pushPart(platform, await interfaceOf(row), mine(request))
    return ok(null)
  })

  /** The rows may be unsaved ones: the preview follows what the user types. */
  app.post<One>('/v1/northformatpreview/:id', { schema: callSchema(northCalls.formatPreview) }, async (request) => {
    const format = await visible(request, formats)
    const shown = mine(request)
    const { protocol, rows } = draftRows(bodyOf(request))
    const { registry } = platform
    const live = registry
      .devices()
      .filter((device) => device.control_state === 0 && device.project_id === format.project_id && shown(device))
    // Devices that have sent data come first.
    const chosen = live.toSorted((a, b) => Number(b.lastAt !== null) - Number(a.lastAt !== null)).slice(0, PREVIEWED)
    return ok(
      await documentOf(
        platform,
        { rows, live: chosen, name: String(format.north_data_info_name), protocol },
        Date.now(),
      ),
    )
  })
}
