import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LONGEST_MONTH } from '../../resources/kit/zone.ts'
import { badRequest } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { requireSpan, timeOf } from '../http/query.ts'
import { deviceOf } from '../http/scope.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { calibrationsOf } from '../quality/calibrations.ts'
import { readingOf, type Reading } from '../quality/samples.ts'
import type { HistoryView, Wanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { correctedOf, doubtedOf, evidenceOf } from './evidence.ts'
import { jsonWriters } from './json.ts'
import { ownMeansOf, type OwnMeans } from './ownMeans.ts'
import { allPoints, compilable, pointsWanted, summary, summaryWanted, thinPoints, type Span } from './query.ts'
import { scriptsOf } from './scripts.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Call {
  Params: { deviceid: string; start: string; end: string }
  Querystring: { points?: string; trusted?: string }
}

const MAX_POINTS = 100_000
const QUERY = { ...s.POINTS, trusted: { type: 'string', enum: ['0', '1'] } } as const

/**
 * History of one device (wire.md, "Live state and history"). JSON text that the database writes is passed on unparsed.
 */
export async function historyRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage } = platform

  app.get<Call>(
    '/v1/godbAllHistoricaldataById/:deviceid/:start/:end',
    {
      schema: callSchema({
        group: 'history',
        label: ['历史数据', '歷史資料', 'History of a device'],
        query: QUERY,
        answer: s.listOf(s.SAMPLE),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const span = pathSpan(device, request)
      const asked = askedOf(request)
      const points = pointsOf(storage, span, asked, await readingOf(storage.read, span))
      const rows = sql`select ts as insertdate, value as historydata, nodemap_id as nodemapid, ${sql.lit(device.id)} as deviceid
      from (${points}) as point order by ts, nodemap_id`
      const text = await storage.readHistory([pointsWanted(span, asked.points)], ({ jsonText }) =>
        jsonText(compilable(storage, rows)),
      )
      return okText(reply, text)
    },
  )

  app.get<Call>(
    '/v1/godbAllHistoricaldataByIdToJson/:deviceid/:start/:end',
    {
      schema: callSchema({
        group: 'history',
        label: ['历史数据（图表）', '歷史資料（圖表）', 'History of a device, for charts'],
        query: QUERY,
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
              ...s.ORIGIN_PROPERTIES,
            }),
          ),
          marks: s.listOf(
            s.record({
              nodemapid: s.INT,
              t: s.TIME,
              value: s.NUMBER,
              mark: { type: 'string', enum: ['range', 'novalue'] },
              ...s.ORIGIN_PROPERTIES,
            }),
          ),
          corrected: s.listOf(
            s.record({
              nodemapid: s.INT,
              t: s.TIME,
              value: s.NUMBER,
              raw: s.NUMBER,
              by: s.maybe(s.TEXT),
              at: s.TIME,
              reason: s.TEXT,
            }),
          ),
          calibrations: s.listOf(
            s.record({
              id: s.INT,
              nodemapid: s.INT,
              name: s.maybe(s.TEXT),
              since: s.TIME,
              until: s.maybe(s.TIME),
              zero: s.NUMBER,
              factor: s.NUMBER,
              span: s.MAYBE_NUMBER,
            }),
          ),
          flags: s.listOf(
            s.record({ nodemapid: s.INT, t: s.TIME, value: s.NUMBER, flag: s.INT, tests: s.listOf(s.TEXT) }),
          ),
          doubted: s.listOf(s.record({ nodemapid: s.INT, count: s.INT })),
        }),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const span = pathSpan(device, request)
      return okText(reply, await dataset(storage, device, span, askedOf(request)))
    },
  )
}

async function dataset(storage: Storage, device: LiveDevice, span: Span, asked: Asked): Promise<string> {
  const reading = await readingOf(storage.read, span)
  const means = ownMeansOf(device.nodes.values())
  const wanted: Wanted[] = [
    pointsWanted(span, asked.points),
    ...summaryWanted(span, means),
    { ...span, only: 'flagged' },
    ...(reading.adjusted ? [span] : []),
  ]
  const [scripts, { evidence, series, table, totals, corrected }] = await Promise.all([
    scriptsOf(storage, span.nodemaps),
    storage.readHistory(wanted, (view) => samplesOf(view, storage, { span, asked, reading, means })),
  ])
  const nodes = [...device.nodes.values()]
  const texts = new Map(series.rows.map((row) => [row.nodemap_id, row.text]))
  const data = nodes.map((node) => texts.get(node.id) ?? '[]')
  const parts = {
    // The script and the register type are an extension: with them a client can show history as the live list shows
    // values.
    nodeArr: JSON.stringify(
      nodes.map(({ id, alias, unitname, registertype, direction }) => ({
        id,
        alias,
        unitname: unitname ?? '',
        registertype,
        node_script: scripts.get(id) ?? null,
        // A direction: its mean is that of vectors, and it has no minimum and maximum (extension `readings`).
        ...(direction && { direction: 1 }),
      })),
    ),
    nodenamearr: JSON.stringify(nodes.map((node) => node.alias)),
    dataset: `[${nodes.map((node, i) => `{"nodemapid":${node.id},"name":${JSON.stringify(node.alias)},"data":${data[i]}}`).join(',')}]`,
    datasetArr: `[${data.join(',')}]`,
    tableArr: table.rows[0]?.text ?? '[]',
    newObj: JSON.stringify(Object.fromEntries(totals.rows.map(({ nodemap_id, ...total }) => [nodemap_id, total]))),
    // Revisions, and values that the nodes cannot measure (extension `evidence`).
    revisions: JSON.stringify(evidence.revisions),
    marks: JSON.stringify(evidence.marks),
    // Samples that have a quality flag (extension `quality`).
    flags: JSON.stringify(evidence.flags),
    // Calibrations of the nodes (extension `calibrations`).
    calibrations: JSON.stringify(reading.adjusted ? await calibrationsOf(storage.read, span) : []),
    // Corrected samples, with their raw values (extension `corrections`).
    corrected: JSON.stringify(corrected),
    // How many samples were left out; `flags` lists only the newest.
    ...(asked.isTrusted && { doubted: JSON.stringify(reading.doubts ? await doubtedOf(storage.read, span) : []) }),
  }
  return `{${Object.entries(parts)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}

/** Reads the samples of a span and what is derived from them; the database writes the samples as JSON. */
async function samplesOf(
  { read }: HistoryView,
  storage: Storage,
  { span, asked, reading, means }: { span: Span; asked: Asked; reading: Reading; means: OwnMeans },
) {
  const json = jsonWriters[storage.engine]
  const points = pointsOf(storage, span, asked, reading)
  const evidence = await evidenceOf(read, span)
  const [series, table, totals] = await Promise.all([
    json.series(points).execute(read),
    json.table(points).execute(read),
    summary(storage.engine, span, reading, means).execute(read),
  ])
  const corrected = reading.adjusted ? await correctedOf(read, span) : []
  return { evidence, series, table, totals, corrected }
}

function pathSpan(device: LiveDevice, { params }: FastifyRequest<Call>): Span {
  const [start, end] = [pathMoment(params.start), pathMoment(params.end)]
  requireSpan(start, end, LONGEST_MONTH)
  return { device: device.id, nodemaps: [...device.nodes.keys()], start, end }
}

/** Parses a time of the path, epoch ms; throws 400 where it is not one. */
function pathMoment(text: string): number {
  const moment = timeOf(text, 0)
  if (moment === null) throw badRequest()
  return moment
}

interface Asked {
  /** Number of points per node of a reduced line; null: all samples. */
  points: number | null
  /** Leaves out suspect and failed samples; a reduced line is made without them anyway. */
  isTrusted: boolean
}

function askedOf({ query }: FastifyRequest<Call>): Asked {
  const isTrusted = query.trusted === '1'
  if (query.points === undefined) return { points: null, isTrusted }
  const points = Number(query.points)
  if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS) throw badRequest()
  return { points, isTrusted }
}

const pointsOf = (
  { engine }: Storage,
  span: Span,
  { points, isTrusted }: Asked,
  reading: Reading,
): ReturnType<typeof allPoints> =>
  points === null
    ? allPoints(span, { ...reading, doubts: reading.doubts && isTrusted })
    : thinPoints(engine, span, points, reading)
