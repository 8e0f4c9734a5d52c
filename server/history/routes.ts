import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError, badRequest } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { deviceOf } from '../live/routes.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import type { Storage } from '../storage/types.ts'
import { evidenceOf } from './evidence.ts'
import { jsonWriters } from './json.ts'
import { allPoints, compilable, summary, thinPoints, type Span } from './query.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Call {
  Params: { deviceid: string; start: string; end: string }
  Querystring: { points?: string }
}

/** Longest span of one query: a month. */
const MAX_DAYS = 31
const MAX_POINTS = 100_000

/** History of one device (wire.md, "Live state and history"). What the database answers as JSON text is passed on unparsed. */
export async function historyRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage } = platform

  app.get<Call>(
    '/v1/godbAllHistoricaldataById/:deviceid/:start/:end',
    {
      schema: callSchema({
        group: 'history',
        label: ['历史数据', '歷史資料', 'History of a device'],
        query: s.POINTS,
        answer: s.listOf(s.SAMPLE),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const rows = sql`select ts as insertdate, value as historydata, nodemap_id as nodemapid, ${sql.lit(device.id)} as deviceid
      from (${pointsOf(storage, spanOf(device, request), request)}) as point order by ts, nodemap_id`
      return okText(reply, await storage.jsonText(compilable(storage, rows)))
    },
  )

  app.get<Call>(
    '/v1/godbAllHistoricaldataByIdToJson/:deviceid/:start/:end',
    {
      schema: callSchema({
        group: 'history',
        label: ['历史数据（图表）', '歷史資料（圖表）', 'History of a device, for charts'],
        query: s.POINTS,
        answer: s.record({
          nodeArr: s.listOf(s.ANY),
          nodenamearr: s.listOf(s.TEXT),
          dataset: s.listOf(s.ANY),
          datasetArr: s.listOf(s.ANY),
          tableArr: s.listOf(s.ANY),
          newObj: { type: 'object' },
          revisions: s.listOf(
            s.record({
              nodemapid: s.INT,
              t: s.TIME,
              value: s.NUMBER,
              first: s.NUMBER,
              stands: s.ZERO_OR_ONE,
              ...s.CAME,
            }),
          ),
          marks: s.listOf(
            s.record({
              nodemapid: s.INT,
              t: s.TIME,
              value: s.NUMBER,
              mark: { type: 'string', enum: ['range'] },
              ...s.CAME,
            }),
          ),
          flags: s.listOf(s.record({ nodemapid: s.INT, t: s.TIME, flag: s.INT, tests: s.listOf(s.TEXT) })),
        }),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const span = spanOf(device, request)
      return okText(reply, await dataset(storage, device, span, pointsOf(storage, span, request)))
    },
  )
}

async function dataset(
  storage: Storage,
  device: LiveDevice,
  span: Span,
  points: ReturnType<typeof allPoints>,
): Promise<string> {
  const json = jsonWriters[storage.engine]
  const evidence = await evidenceOf(storage.read, span)
  const [series, table, totals, scripts] = await Promise.all([
    json.series(points).execute(storage.read),
    json.table(points).execute(storage.read),
    summary(storage.engine, span, evidence.flags.length > 0).execute(storage.read),
    scriptsOf(storage, span.nodemaps),
  ])
  const nodes = [...device.nodes.values()]
  const texts = new Map(series.rows.map((row) => [row.nodemap_id, row.text]))
  const data = nodes.map((node) => texts.get(node.id) ?? '[]')
  const parts = {
    // The script and the kind of node are an extension: with them a history can show what the live list shows.
    nodeArr: JSON.stringify(
      nodes.map(({ id, alias, unitname, registertype }) => ({
        id,
        alias,
        unitname: unitname ?? '',
        registertype,
        node_script: scripts.get(id) ?? null,
      })),
    ),
    nodenamearr: JSON.stringify(nodes.map((node) => node.alias)),
    dataset: `[${nodes.map((node, i) => `{"nodemapid":${node.id},"name":${JSON.stringify(node.alias)},"data":${data[i]}}`).join(',')}]`,
    datasetArr: `[${data.join(',')}]`,
    tableArr: table.rows[0]?.text ?? '[]',
    newObj: JSON.stringify(Object.fromEntries(totals.rows.map(({ nodemap_id, ...total }) => [nodemap_id, total]))),
    // What is kept beside the samples (extension `evidence`).
    revisions: JSON.stringify(evidence.revisions),
    marks: JSON.stringify(evidence.marks),
    // What of them is not to be trusted (extension `quality`).
    flags: JSON.stringify(evidence.flags),
  }
  return `{${Object.entries(parts)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}

/** The scripts that make of stored values what is shown. */
async function scriptsOf({ read }: Storage, nodemaps: readonly number[]): Promise<Map<number, string | null>> {
  if (nodemaps.length === 0) return new Map()
  const rows = await read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'node.node_script'])
    .where('nodemap.id', 'in', [...nodemaps])
    .execute()
  return new Map(rows.map(({ id, node_script }) => [id, node_script]))
}

function spanOf(device: LiveDevice, { params }: FastifyRequest<Call>): Span {
  const start = momentOf(params.start)
  const end = momentOf(params.end)
  if (end < start) throw new ApiError(400, 'error.history.range')
  if (end - start > MAX_DAYS * 86_400_000) throw new ApiError(400, 'error.history.span', { days: MAX_DAYS })
  return { device: device.id, nodemaps: [...device.nodes.keys()], start, end }
}

/** A time of a path: 10 digits are seconds, 13 milliseconds (wire.md, Transport). */
function momentOf(text: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  throw badRequest()
}

function pointsOf({ engine }: Storage, span: Span, { query }: FastifyRequest<Call>): ReturnType<typeof allPoints> {
  if (query.points === undefined) return allPoints(span)
  const points = Number(query.points)
  if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS) throw badRequest()
  return thinPoints(engine, span, points)
}
