import { languageOf } from '../language.ts'
import { callSchema } from '../openapi/call.ts'
import { hj212Calls } from './calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayControl } from '../../resources/control.ts'
import { device as deviceResource } from '../../resources/device.ts'
import { FORMS } from '../../resources/hj212.ts'
import { isSuper, mayUse } from '../../resources/kit/access.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { ApiError, badRequest, forbidden, invalid, notFound } from '../errors.ts'
import { recordId } from '../http/body.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { deviceOf } from '../http/scope.ts'
import { toRefusalRow } from '../telemetry/refusalRoutes.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { readParameters } from './protocol/commandForms.ts'
import { shownParams, startCommand, type Answer } from './protocol/command.ts'
import { hubOf } from './hub.ts'
import { listRefusedStations, makeDevice } from './refusedStations.ts'
import { readMarks, readReported } from './reported.ts'
import { setStation } from './settings.ts'
import { vaultOf } from './secrets.ts'

interface One {
  Params: { id: string }
}

/** Maximum number of commands listed for one station. */
const COMMANDS = 50
/** A command without an end for this time counts as lost, because the process that sent it stopped, ms. */
const LOST_AFTER_MS = 5 * 60_000

/**
 * The calls for stations that speak HJ 212 (an extension): credentials of a device, its reports, commands to it, and
 * refused stations.
 */
export async function hj212Routes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { read } = platform.storage

  const deviceIn = (request: FastifyRequest<One>): LiveDevice => deviceOf(platform, request, request.params.id)

  app.put<One>('/v1/godbDevice/:id/hj212', { schema: callSchema(hj212Calls.secrets) }, async (request) => {
    await setStation(platform, signedInOf(request), recordId(request.params.id), bodyOf(request))
    return ok(null)
  })

  app.get<One>(
    '/v1/hj212/:id',
    { schema: callSchema(hj212Calls.state), config: { reads: 'station' } },
    async (request) => {
      const { id } = deviceIn(request)
      const language = languageOf(request.headers['accept-language'])
      const [row, station, states, refused] = await Promise.all([
        read.selectFrom('device').select(['mn', 'sn']).where('id', '=', id).executeTakeFirst(),
        read.selectFrom('hj212station').selectAll().where('device_id', '=', id).executeTakeFirst(),
        read
          .selectFrom('hj212state')
          .select(['cn', 'name', 'value', 'at'])
          .where('device_id', '=', id)
          .orderBy('cn')
          .orderBy('name')
          .limit(500)
          .execute(),
        read
          .selectFrom('refusedmessage')
          .selectAll()
          .where('device_id', '=', id)
          .where('source', '=', 'hj212')
          .orderBy('last_at', 'desc')
          .execute(),
      ])
      const hub = hubOf(platform)
      const session = hub?.sessions.get(id)
      return ok({
        mn: row?.mn || row?.sn || '',
        port: hub?.port ?? null,
        version: station?.version ?? 2017,
        has_pw: Number((station?.pw ?? null) !== null),
        has_key: Number((station?.sm4 ?? null) !== null),
        session: session
          ? {
              up: Number(session.up),
              since: session.since,
              address: session.address,
              version: session.version,
              st: session.st,
              last_at: session.lastAt,
              frames: session.frames,
            }
          : null,
        unmapped: hub?.unmapped(id) ?? [],
        states,
        refused: refused.map((each) => toRefusalRow(each, language)),
      })
    },
  )

  app.get<One & { Querystring: Record<string, unknown> }>(
    '/v1/hj212/:id/reported',
    { schema: callSchema(hj212Calls.reported), config: { reads: 'station' } },
    async (request) => ok(await readReported(platform, deviceIn(request), request.query)),
  )

  app.get<One & { Querystring: Record<string, unknown> }>(
    '/v1/hj212/:id/marks',
    { schema: callSchema(hj212Calls.marks), config: { reads: 'station' } },
    async (request) => ok(await readMarks(platform, deviceIn(request), request.query)),
  )

  app.get<One>(
    '/v1/hj212/:id/commands',
    { schema: callSchema(hj212Calls.commands), config: { reads: 'station' } },
    async (request) => {
      const { id } = deviceIn(request)
      const rows = await read
        .selectFrom('hj212command')
        .leftJoin('systemuser', 'systemuser.id', 'hj212command.user_id')
        .select([
          'hj212command.id',
          'cn',
          'params',
          'asked_at',
          'outcome',
          'ended_at',
          'answer',
          'nickname',
          'username',
        ])
        .where('device_id', '=', id)
        .orderBy('hj212command.id', 'desc')
        .limit(COMMANDS)
        .execute()
      const now = Date.now()
      return ok(
        rows.map(({ nickname, username, params, answer, outcome, ...command }) => ({
          ...command,
          params: shownParams(JSON.parse(params) as Record<string, string>),
          asked_by: nickname || username || null,
          outcome: outcome ?? (command.asked_at < now - LOST_AFTER_MS ? 'lost' : null),
          answer: answer ? answerOf(answer) : null,
        })),
      )
    },
  )

  app.post<One>('/v1/hj212/:id/commands', { schema: callSchema(hj212Calls.command) }, async (request) => {
    const { caller } = signedInOf(request)
    if (!mayControl(caller)) throw forbidden()
    const device = deviceIn(request)
    const { cn, params: given = {} } = bodyOf(request)
    const command = typeof cn === 'number' || typeof cn === 'string' ? String(cn) : ''
    if (!Object.hasOwn(FORMS, command)) throw invalid({ cn: { key: 'error.hj212.command' } })
    if (!isRecord(given)) throw badRequest()
    // A password is part of the device's record, so it needs the right to edit devices.
    if (command === '1072' && !mayUse(caller, deviceResource, 'edit')) throw forbidden()
    const { params, problems } = readParameters(command, given)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    if (device.control_state !== 0) throw invalid({ cn: { key: 'error.telemetry.disabled' } })
    const hub = hubOf(platform)
    if (!hub && platform.bus.alone) throw new ApiError(409, 'error.hj212.off')
    if (platform.bus.alone && !hub?.sessions.get(device.id)?.up) throw new ApiError(409, 'error.hj212.offline')
    if (params.NewPW !== undefined) params.NewPW = (await vaultOf(platform.storage)).close(params.NewPW)
    return ok({ id: await startCommand(platform, { device: device.id, cn: command, params, userId: caller.id }) })
  })

  app.get('/v1/hj212knocks', { schema: callSchema(hj212Calls.knocks) }, async (request) => {
    if (!isSuper(signedInOf(request).caller)) throw forbidden()
    return ok(await listRefusedStations(platform))
  })

  app.post<{ Params: { mn: string } }>(
    '/v1/hj212knocks/:mn/device',
    { schema: callSchema(hj212Calls.adopt) },
    async (request) => {
      const signedIn = signedInOf(request)
      if (!isSuper(signedIn.caller)) throw forbidden()
      return ok(await makeDevice(platform, signedIn, request.params.mn, bodyOf(request)))
    },
  )

  app.delete<{ Params: { mn: string } }>(
    '/v1/hj212knocks/:mn',
    { schema: callSchema(hj212Calls.forget) },
    async (request) => {
      if (!isSuper(signedInOf(request).caller)) throw forbidden()
      const gone = await platform.storage.write((trx) =>
        trx.deleteFrom('hj212knock').where('mn', '=', request.params.mn).executeTakeFirst(),
      )
      if (Number(gone.numDeletedRows) === 0) throw notFound()
      return ok(null)
    },
  )
}

/** Returns an answer with its content as pairs. Passwords in it are masked. */
function answerOf(text: string): { qnRtn: string | null; exeRtn: string | null; values: [string, string][] } {
  const { qnRtn, exeRtn, content } = JSON.parse(text) as Answer
  return {
    qnRtn,
    exeRtn,
    values: content.flat().map(([name, value]) => [name, name.endsWith('PW') ? '******' : value]),
  }
}
