import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../../resources/kit/access.ts'
import { fieldProblem } from '../../../resources/kit/validate.ts'
import { isInScope } from '../../crud/scope.ts'
import { invalid, notFound } from '../../errors.ts'
import { bodyOf, idOf, plainText, recordId } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { createLimiter } from '../../http/limiter.ts'
import { filledText } from '../../http/query.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { SEND_TYPE } from '../../send/types.ts'
import { episodeScope } from '../episodes/list.ts'
import { ACT_KEY, readerOf } from '../episodes/request.ts'
import { answersOf, type EpisodeRow } from '../episodes/row.ts'
import { viewerOf } from '../episodes/viewer.ts'
import { alarmRecordResource } from '../record.ts'
import { listRecipients, notifyRecipients, type TellRequest } from './tell.ts'

interface OneEpisode {
  Params: { id: string }
}

const WAYS = s.listOf(s.INT)

/**
 * Registers the calls for telling colleagues of an alarm (docs/wire.md, `alarm-tell`), for callers who may comment on
 * the episode.
 */
export async function tellRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const perUser = createLimiter({ max: 20, window: 60_000 })
  const episodeOf = async (caller: Caller, id: string): Promise<EpisodeRow> => {
    const row = await platform.storage.read
      .selectFrom('thresholdlog')
      .selectAll()
      .where('id', '=', recordId(id))
      .executeTakeFirst()
    if (!row || !isInScope({ ...row }, episodeScope(platform, caller))) throw notFound()
    return row
  }

  app.get<OneEpisode>(
    '/v1/episodes/:id/tell',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['可以告诉的同事', '可以告訴的同事', 'Recipients who can be told of an alarm'],
        answer: s.record({
          contacts: s.listOf(s.record({ id: s.INT, name: s.TEXT, ways: WAYS })),
          channels: s.listOf(s.record({ id: s.INT, name: s.TEXT, kind: s.INT })),
          pictures: { type: 'boolean' },
        }),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const { publicUrl, smtpUrl } = platform.settings
      const { contacts, channels } = await listRecipients(platform, caller, await episodeOf(caller, request.params.id))
      return ok({
        // Only names and ways: addresses are for callers who may see contacts.
        contacts: contacts.map(({ id, name, addresses }) => ({ id, name, ways: [...addresses.keys()] })),
        channels: channels.map(({ id, name, kind }) => ({ id, name, kind })),
        // The reader of a message opens a picture by its absolute address; only a mail carries the picture itself.
        pictures:
          publicUrl !== null || (smtpUrl !== null && contacts.some(({ addresses }) => addresses.has(SEND_TYPE.email))),
      })
    },
  )

  app.post<OneEpisode>(
    '/v1/episodes/:id/tell',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['告诉同事', '告訴同事', 'Tell colleagues of an alarm'],
        body: s.record({
          contacts: { type: 'array', maxItems: 50, items: s.record({ id: s.INT, ways: WAYS }, ['id', 'ways']) },
          channels: { type: 'array', maxItems: 50, items: s.INT },
          note: s.TEXT_IN,
          picture: s.maybe({ type: 'string', maxLength: 100, pattern: '^/upload/[\\w.-]+$' }),
          key: ACT_KEY,
        }),
        answer: s.schemaRef('Episode'),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const row = await episodeOf(signedIn.caller, request.params.id)
      const asked = askedOf(bodyOf(request))
      perUser.take(String(signedIn.user.id))
      await notifyRecipients(platform, signedIn, row, asked)
      const viewer = await viewerOf(platform, signedIn.caller)
      return ok((await answersOf(platform, [row], viewer, languageOf(request.headers['accept-language'])))[0])
    },
  )
}

function askedOf(body: Record<string, unknown>): TellRequest {
  const note = filledText(plainText(body['note']))
  const problem = fieldProblem(alarmRecordResource.fields.explained, note, body)
  if (problem) throw invalid({ note: problem })
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
  return {
    contacts: list(body['contacts']).map((each) => {
      const { id, ways } = each as Record<string, unknown>
      return { id: idOf(id) ?? 0, ways: list(ways).map(Number) }
    }),
    channels: list(body['channels']).map((id) => idOf(id) ?? 0),
    note,
    picture: typeof body['picture'] === 'string' ? body['picture'] : null,
    key: typeof body['key'] === 'string' ? body['key'] : null,
  }
}
