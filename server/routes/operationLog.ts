import type { FastifyInstance } from 'fastify'
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { foldText, containsFolded } from '../../resources/kit/fold.ts'
import { allResources } from '../../resources/index.ts'
import { isSuper, mayOpen, type Caller } from '../../resources/kit/access.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { OPERATIONS_KEY } from '../../resources/pageKeys.ts'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { withoutSecrets } from '../crud/secrets.ts'
import { containsText } from '../crud/textSearch.ts'
import { forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { filledText, momentOf, searchText, wholeOf } from '../http/query.ts'
import { languageOf } from '../language.ts'
import { commandDetail } from '../live/commandStory.ts'
import type { Platform } from '../platform.ts'
import type { EngineName } from '../storage/columns.ts'
import type { Tables } from '../storage/types.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import { namesOfChange } from './changeNames.ts'

interface ListCall {
  Querystring: Record<string, unknown>
}

/**
 * Registers the operation log, read only (spec 1 §2.11, spec 2 §3). Names of entities and fields are given in the
 * reader's language.
 */
export async function operationLogRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { read } = platform.storage
  const { registry } = platform

  app.get<ListCall>(
    '/v1/godbOperationlog',
    {
      schema: callSchema({
        group: 'manage',
        label: ['操作日志', '操作日誌', 'Operation log'],
        query: { ...s.PAGING, table: s.TEXT, record_id: s.INT },
        answer: s.pageSchema(s.schemaRef('Operation')),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!mayOpen(caller, OPERATIONS_KEY)) throw forbidden()
      const { query } = request
      const size = wholeOf(query, 'page_size', 1000) ?? 10
      const page = wholeOf(query, 'current', 1e9) ?? 1
      const language = languageOf(request.headers['accept-language'])
      const found = matching(
        platform.storage.engine,
        read
          .selectFrom('operationlog')
          .leftJoin('systemuser', 'systemuser.id', 'operationlog.user_id')
          .where(() => seenBy(caller, registry)),
        query,
        language,
      )
      const [list, count] = await Promise.all([
        found
          .selectAll('operationlog')
          .select(['systemuser.username', 'systemuser.nickname'])
          .orderBy('operationlog.operation_date', 'desc')
          .orderBy('operationlog.id', 'desc')
          .limit(size)
          .offset((page - 1) * size)
          .execute(),
        found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst(),
      ])
      return ok({
        list: list.map((row) => ({
          ...row,
          explained: row.explained && withoutSecrets(row.explained),
          operation_name: nounOf(row.operation_table, row.operation_name, language),
        })),
        total: Number(count?.total ?? 0),
      })
    },
  )

  app.get<{ Params: { id: string } }>(
    '/v1/godbOperationdetailsByOperationId/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['操作日志明细', '操作日誌明細', 'Field changes of an operation'],
        answer: s.listOf(s.schemaRef('FieldChange')),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      if (!mayOpen(caller, OPERATIONS_KEY)) throw forbidden()
      const id = recordId(request.params.id)
      const entry = await read
        .selectFrom('operationlog')
        .select(['id', 'operation_table', 'operation_type', 'record_id'])
        .where('id', '=', id)
        .where(() => seenBy(caller, registry))
        .executeTakeFirst()
      if (!entry) throw notFound()
      const language = languageOf(request.headers['accept-language'])
      const details = await read
        .selectFrom('operationdetail')
        .selectAll()
        .where('operation_id', '=', id)
        .orderBy('id')
        .execute()
      // Entries stay as they were written, including those of older versions, which may contain secrets.
      const shown = (value: string | null): string | null => value && withoutSecrets(value)
      const items = details.map(async (detail) => ({
        ...detail,
        new_value: shown(detail.new_value),
        old_value: shown(detail.old_value),
        explained: await namesOfChange(platform, caller, resourceOfTable(entry.operation_table), detail),
        field_comment: labelOf(entry.operation_table, detail.field_name, detail.field_comment, language),
        ...(entry.operation_table === 'device' && (await commandDetail(platform.storage, entry, detail.field_name))),
      }))
      return ok(await Promise.all(items))
    },
  )
}

type LogTables = Pick<Tables, 'operationlog' | 'systemuser'>
type Query = SelectQueryBuilder<
  LogTables & { systemuser: { [K in keyof Tables['systemuser']]: Tables['systemuser'][K] | null } },
  'operationlog' | 'systemuser',
  object
>

/**
 * Returns the condition of the entries that a caller may see: those of the caller's project; for a caller who manages
 * only some of its areas, those of records in these areas and those of the caller's own operations. An entry contains
 * all that changed, including phone numbers of contacts.
 */
function seenBy(caller: Caller, registry: Pick<Platform['registry'], 'areasBelow'>): Expression<SqlBool> {
  if (isSuper(caller)) return sql<SqlBool>`1 = 1`
  const ofProject = sql<SqlBool>`operationlog.project_id = ${caller.project_id ?? 0}`
  if (caller.districts.length === 0) return ofProject
  const areas = sql.join([...registry.areasBelow(caller.districts)])
  return sql<SqlBool>`${ofProject} and (operationlog.district_id in (${areas}) or operationlog.user_id = ${caller.id})`
}

/** Narrows the visible entries to those that the query asks for. */
function matching<Q extends object>(
  engine: EngineName,
  all: Q,
  query: Record<string, unknown>,
  language: Language,
): Query {
  let found = all as unknown as Query
  const project = wholeOf(query, 'pro_id')
  if (project !== null) found = found.where('operationlog.project_id', '=', project)
  const table = filledText(query.table)
  if (table !== null) found = found.where('operationlog.operation_table', '=', table)
  const record = wholeOf(query, 'record_id')
  if (record !== null) found = found.where('operationlog.record_id', '=', record)
  const [from, until] = [momentOf(query, 'starttime'), momentOf(query, 'endtime')]
  if (from !== null) found = found.where('operationlog.operation_date', '>=', from)
  if (until !== null) found = found.where('operationlog.operation_date', '<=', until)
  const search = searchText(query.search)
  return search === null ? found : found.where(() => contains(engine, search, language))
}

/** Matches the text in the record's name, the user's name, or the name of the kind of record or operation. */
function contains(engine: EngineName, search: string, language: Language): Expression<SqlBool> {
  const needle = foldText(search)
  const columns = [
    'operationlog.explained',
    'operationlog.operation_type',
    'operationlog.operation_name',
    'systemuser.username',
    'systemuser.nickname',
  ]
  const tables = allResources
    .filter(({ noun }) => containsFolded(noun[labelIndex[language]], needle))
    .map(({ table }) => table)
  const conditions = [
    ...columns.map((column) => containsText(engine, column, search)),
    ...(tables.length > 0 ? [sql`operationlog.operation_table in (${sql.join(tables)})`] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const resourceOfTable = (table: string): Resource | undefined =>
  allResources.find((resource) => resource.table === table)
const inLanguage = (label: Label | undefined, stored: string, language: Language): string =>
  label?.[labelIndex[language]] ?? stored
const nounOf = (table: string, stored: string, language: Language): string =>
  inLanguage(resourceOfTable(table)?.noun, stored, language)
const labelOf = (table: string, field: string, stored: string, language: Language): string =>
  inLanguage(resourceOfTable(table)?.fields[field]?.label, stored, language)
