import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { isSuper, mayOpen, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { mayRead } from '../../resources/reads.ts'
import { threshold } from '../../resources/threshold.ts'
import { scopeOf } from '../crud/scope.ts'
import { forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import { keepMeasures } from '../live/measures.ts'
import type { Platform, Registry } from '../platform.ts'
import { shownValueOf, unitOf } from './episodes/row.ts'
import type { Tables } from '../storage/types.ts'
import { storedOutcomeText } from './explain.ts'
import { exportRecords, WORKBOOK } from './export.ts'
import { handleRecord } from './handle.ts'
import { alarmRecordResource, RECORD_COLUMNS } from './record.ts'
import { countRecords, readFilter, readPage, recordsOf, totalsOf } from './recordQuery.ts'
import { nodesByRule } from './scope/named.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Query {
  Querystring: Record<string, unknown>
}
interface OneRecord {
  Params: { id: string }
}

/**
 * Registers the calls of alarm records (wire.md, "Live state and history"), of the names of thresholds, and of the
 * outbox.
 */
export async function alarmRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry } = platform
  const measuresOf = keepMeasures(storage, registry)

  app.get<Query>(
    '/v1/godbThresholdlogByTimeOrId',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['报警记录', '警報記錄', 'Alarm records'],
        query: {
          ...s.PAGING,
          id: s.INT,
          districtid: s.INT,
          deviceid: s.INT,
          starttime: s.INT,
          endtime: s.INT,
          types: s.TEXT,
          groups: s.TEXT,
          totals: s.ZERO_OR_ONE,
          pro_id: s.INT,
        },
        answer: s.record(
          {
            list: s.listOf(s.schemaRef('AlarmRecord')),
            total: s.INT,
            totals: s.record({ open: s.INT, over: s.INT, false: s.INT, handled: s.INT }),
          },
          ['list', 'total'],
        ),
      }),
    },
    async (request) => {
      const filter = readFilter(request.query, readerOf(request), registry)
      const { size, current } = readPage(request.query)
      const page = recordsOf(storage, filter)
        .select(RECORD_COLUMNS)
        .orderBy('alarm_time', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
      const [rows, counts] = await Promise.all([
        page.execute(),
        request.query.totals === '1' ? totalsOf(storage, filter) : { total: await countRecords(storage, filter) },
      ])
      return ok({ list: rows.map((row) => answerOf(registry, row)), ...counts })
    },
  )

  app.get<Query>(
    '/v1/godbThresholdlogByTimeOrIdToExcel',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['导出报警记录', '匯出警報記錄', 'Alarm records as a workbook'],
        query: {
          districtid: s.INT,
          deviceid: s.INT,
          starttime: s.INT,
          endtime: s.INT,
          types: s.TEXT,
          groups: s.TEXT,
          pro_id: s.INT,
        },
        plain: WORKBOOK,
      }),
    },
    async (request, reply) => {
      const caller = readerOf(request)
      const filter = readFilter(request.query, caller, registry)
      return exportRecords(platform, recordsOf(storage, filter), {
        reply,
        language: languageOf(request.headers['accept-language']),
        withProject: isSuper(caller),
        measures: mayRead(caller, 'live') ? await measuresOf() : null,
      })
    },
  )

  app.put<OneRecord>(
    '/v1/godbThresholdlog/:id',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['处理报警', '處理警報', 'Handle an alarm'],
        body: s.record({ alarm_state: { type: 'integer', enum: [0, 1, 2] }, explained: s.TEXT_IN }, ['alarm_state']),
        answer: s.schemaRef('AlarmRecord'),
      }),
    },
    async (request) => {
      readerOf(request)
      return ok(
        answerOf(
          registry,
          await handleRecord(platform, signedInOf(request), recordId(request.params.id), bodyOf(request)),
        ),
      )
    },
  )

  app.get(
    '/v1/godbThresholdNameList',
    {
      schema: callSchema({
        group: 'lists',
        label: ['报警规则名称', '警報規則名稱', 'Names of alarm rules'],
        answer: s.namesOf({ nodemap_id: s.INT, nodemap_ids: s.listOf(s.INT), alarm_msg: s.TEXT }),
      }),
    },
    async (request) => {
      const query = scoped(platform, signedInOf(request).caller, threshold)
      if (!query) return ok([])
      const [rows, nodes] = await Promise.all([
        query.select(['id', 'nodemap_id', 'alarm_msg', 'name']).orderBy('id').execute(),
        nodesByRule(platform),
      ])
      return ok(
        rows.map((row) => {
          const nodemap_ids = nodes.get(Number(row['id']))
          return nodemap_ids ? { ...row, nodemap_ids } : row
        }),
      )
    },
  )

  app.get<Query>(
    '/v1/outbox',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['发件箱', '寄件匣', 'Messages that could not be sent'],
        query: s.PAGING,
        answer: s.pageSchema(s.schemaRef('WaitingMessage')),
      }),
    },
    async (request) => {
      if (!isSuper(signedInOf(request).caller)) throw forbidden()
      const { size, current } = readPage(request.query)
      const language = languageOf(request.headers['accept-language'])
      const [rows, total] = await Promise.all([
        storage.read
          .selectFrom('outbox')
          .selectAll()
          .orderBy('id', 'desc')
          .limit(size)
          .offset((current - 1) * size)
          .execute(),
        storage.read
          .selectFrom('outbox')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst(),
      ])
      return ok({
        list: rows.map((row) => ({ ...row, reason: storedOutcomeText(row.reason, language) })),
        total: Number(total?.total ?? 0),
      })
    },
  )
}

/** Returns the caller. Throws 403 unless the caller may open the menu entry of alarm records. */
function readerOf(request: FastifyRequest): Caller {
  const { caller } = signedInOf(request)
  if (!mayOpen(caller, alarmRecordResource.menuKey)) throw forbidden()
  return caller
}

/** Returns a query over the rows of a resource that a caller may see; null where the caller may see none. */
function scoped({ storage, registry }: Platform, caller: Caller, resource: Resource) {
  let query = storage.readAny.selectFrom(resource.table)
  for (const { column, values } of scopeOf(caller, resource, registry)) {
    if (values.length === 0) return null
    query = query.where(column, 'in', values)
  }
  return query
}

type AlarmRecordRow = Pick<Selectable<Tables['thresholdlog']>, (typeof RECORD_COLUMNS)[number]>

/**
 * Returns a record as it travels: with the unit of its value, the time since when its node is silent, wrapped remarks,
 * and the trace as an object.
 */
function answerOf(registry: Registry, row: AlarmRecordRow): object {
  const device = registry.device(row.device_id)
  const node = device?.nodes.get(row.nodemap_id)
  const silent = row.is_alarm === 1 && device?.silent.includes(row.threshold_id)
  return {
    ...row,
    real_value: shownValueOf(row, node),
    unitname: unitOf(row, node),
    no_data_since: silent ? (node?.last?.ts ?? null) : null,
    explained: wrap(row.explained),
    trace: traceOf(row.trace),
  }
}

/** Returns a trace without the device's place: callers that may see the place ask for the episode. */
function traceOf(text: string | null): object | null {
  try {
    if (text === null) return null
    const { positional: _positional, ...told } = JSON.parse(text) as Record<string, unknown>
    return told
  } catch {
    return null
  }
}
