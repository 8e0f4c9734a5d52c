import type { FastifyInstance, FastifyRequest } from 'fastify'
import { episodeActs, MOST_AT_ONCE, type EpisodeAct } from '../../../resources/kit/episode.ts'
import { mayRead } from '../../../resources/reads.ts'
import { isInScope } from '../../crud/scope.ts'
import { ApiError, notFound } from '../../errors.ts'
import { bodyOf, recordId } from '../../http/body.ts'
import { errorText } from '../../../i18n/errors.ts'
import type { Language } from '../../../i18n/types.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform, SignedIn } from '../../platform.ts'
import { throughDeadlocks } from '../../storage/deadlock.ts'
import { escalationOf } from '../escalation/next.ts'
import { readPage } from '../recordQuery.ts'
import { doAct } from './acts.ts'
import { episodeAssigneesRoute } from './assignees.ts'
import { episodeGroupRoute } from './groups.ts'
import { bellOf, episodeScope, episodeSorts, inboxPage } from './list.ts'
import { splitFromIncident } from './incidents.ts'
import { lockedEpisode } from './locked.ts'
import { ACT_BODY, actBodyOf, FILTERS, filterOf, readerOf, seenVersions } from './request.ts'
import { answersOf, traceOf, type EpisodeRow } from './row.ts'
import { episodeSheetRoute } from './sheet.ts'
import { answerSwitches, switchesOf } from '../switches/read.ts'
import { timelineOf } from './timeline.ts'
import { viewerOf, type Viewer } from './viewer.ts'

interface Query {
  Querystring: Record<string, unknown>
}
interface OneEpisode {
  Params: { id: string }
}

/**
 * Registers the calls of the inbox (docs/wire.md, `alarmwork`): episodes, one with its timeline, and the acts on them.
 */
export async function episodeRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const answerOf = async (row: EpisodeRow, who: Viewer, language: Language): Promise<object | undefined> =>
    (await answersOf(platform, [row], who, language))[0]
  const viewer = ({ caller }: Pick<SignedIn, 'caller'>) => viewerOf(platform, caller)

  app.get<Query>(
    '/v1/episodes',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['报警事件', '警報事件', 'Episodes of alarms'],
        query: {
          ...s.PAGING,
          ...FILTERS,
          sort: { type: 'string', enum: episodeSorts },
          order: { type: 'string', enum: ['asc', 'desc'] },
          totals: s.ZERO_OR_ONE,
        },
        answer: s.record(
          {
            list: s.listOf(s.schemaRef('Episode')),
            total: s.INT,
            totals: s.record({ needs: s.INT, mine: s.INT, snoozed: s.INT, closed_today: s.INT, all: s.INT }),
          },
          ['list', 'total'],
        ),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const { query } = request
      const filter = filterOf(platform, signedIn, query)
      const who = await viewer(signedIn)
      const asked = episodeSorts.find((name) => name === query.sort) ?? 'fired_at'
      // In all other views snoozes do not matter, and no index has that order.
      const sort = asked === 'snoozed_until' && filter.state !== 'snoozed' ? 'fired_at' : asked
      const order = sort === asked && query.order === 'asc' ? 'asc' : 'desc'
      const page = { ...readPage(query), sort, order, totals: query.totals === '1' } as const
      const { rows, total, totals } = await inboxPage(platform, filter, who, page)
      return ok({
        list: await answersOf(platform, rows, who, readerLanguage(request)),
        total,
        ...(totals && { totals }),
      })
    },
  )

  episodeGroupRoute(app, platform)
  episodeSheetRoute(app, platform)
  episodeAssigneesRoute(app, platform)

  app.get(
    '/v1/episodes/count',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['需要我处理的报警数', '需要我處理的警報數', 'Number of episodes that need the caller'],
        answer: s.record({ needs: s.INT, levels: s.record({}) }),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      return ok(await bellOf(platform, episodeScope(platform, signedIn.caller), await viewer(signedIn)))
    },
  )

  app.get<OneEpisode>(
    '/v1/episodes/:id',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['一起报警的经过', '一起警報的經過', 'An episode with its timeline'],
        answer: s.schemaRef('Episode'),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const row = await platform.storage.read
        .selectFrom('thresholdlog')
        .selectAll()
        .where('id', '=', recordId(request.params.id))
        .executeTakeFirst()
      if (!row || !isInScope({ ...row }, episodeScope(platform, caller))) throw notFound()
      const language = readerLanguage(request)
      const timeline = await timelineOf(platform, row, caller, language)
      const switches = await answerSwitches(platform, caller, await switchesOf(platform.storage, row.id), language)
      return ok({
        ...(await answerOf(row, await viewer({ caller }), language)),
        timeline,
        switches,
        escalation: await escalationOf(platform, row),
        // The place of a device may be seen by callers who may read live states.
        fired_positional: mayRead(caller, 'live') ? traceOf(row.trace).positional : null,
      })
    },
  )

  for (const act of episodeActs)
    app.post<OneEpisode>(
      `/v1/episodes/:id/${act}`,
      {
        schema: callSchema({
          group: 'alarm',
          label: labels[act],
          body: s.record(ACT_BODY),
          answer: s.schemaRef('Episode'),
        }),
      },
      async (request) => {
        const signedIn = readerOf(request)
        const body = actBodyOf(request.body === null ? {} : bodyOf(request))
        const language = readerLanguage(request)
        const row = await doAct(platform, signedIn, { id: recordId(request.params.id), act, body, language })
        return ok(await answerOf(row, await viewer(signedIn), language))
      },
    )

  app.post<OneEpisode>(
    '/v1/episodes/:id/split',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['移出合并的事件', '移出合併的事件', 'Take an episode out of its incident'],
        answer: s.schemaRef('Episode'),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const id = recordId(request.params.id)
      const changed = await throughDeadlocks(() =>
        platform.storage.write(async (trx) => {
          const row = await lockedEpisode(trx, platform.storage, id)
          if (!row || !isInScope({ ...row }, episodeScope(platform, caller))) throw notFound()
          return (await splitFromIncident(trx, platform.storage, row, { userId: caller.id, now: Date.now() })) ?? row
        }),
      )
      return ok(await answerOf(changed, await viewer({ caller }), readerLanguage(request)))
    },
  )

  app.post(
    '/v1/episodes/batch',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['批量处理报警', '批次處理警報', 'Apply an action to several episodes'],
        body: s.record(
          {
            ids: { type: 'array', items: s.INT, maxItems: MOST_AT_ONCE },
            action: { type: 'string', enum: episodeActs },
            versions: { type: 'array', items: s.INT, maxItems: MOST_AT_ONCE },
            ...ACT_BODY,
          },
          ['ids', 'action'],
        ),
        answer: s.listOf(
          s.record({ id: s.INT, code: s.INT, msg: s.TEXT, episode: s.schemaRef('Episode') }, ['id', 'code']),
        ),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const language = readerLanguage(request)
      const sent = bodyOf(request)
      const given = actBodyOf(sent)
      const versions = seenVersions(sent)
      const act = sent.action as EpisodeAct
      const who = await viewer(signedIn)
      const results: object[] = []
      let [fitting, wrong]: [number, ApiError | null] = [0, null]
      for (const id of new Set(((sent.ids ?? []) as unknown[]).map(Number))) {
        try {
          const body = { ...given, version: versions.get(id) ?? null }
          const row = await doAct(platform, signedIn, { id, act, body, language })
          results.push({ id, code: 0, episode: await answerOf(row, who, language) })
          fitting++
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          if (error.code === 400) wrong ??= error
          else fitting++
          const { current } = error.data ?? {}
          // The reason of the field says more than the general error.
          const [{ key, args } = error] = Object.values(error.fields ?? {})
          results.push({
            id,
            code: error.code,
            msg: errorText(language, key, args),
            ...(current !== undefined && { episode: current }),
          })
        }
      }
      // An error of every row is an error of the request: nothing was done.
      if (wrong && fitting === 0) throw wrong
      return ok(results)
    },
  )
}

const readerLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf(headers['accept-language'])

const labels: Record<EpisodeAct, [string, string, string]> = {
  acknowledge: ['接手报警', '接手警報', 'Acknowledge an episode'],
  assign: ['指派报警', '指派警報', 'Assign an episode'],
  comment: ['报警备注', '警報備註', 'Comment on an episode'],
  snooze: ['暂缓报警', '暫緩警報', 'Snooze an episode'],
  close: ['关闭报警', '關閉警報', 'Close an episode'],
  reopen: ['重新打开报警', '重新開啟警報', 'Reopen an episode'],
  undo: ['撤销上一步', '復原上一步', "Undo one's own last action"],
}
