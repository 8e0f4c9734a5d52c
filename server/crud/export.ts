import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { dictionary } from '../../resources/dictionary.ts'
import { isSuper, parseIds, type Caller } from '../../resources/kit/access.ts'
import { exportedFields, exportedTitle, exportedValue, type Lookups } from '../../resources/kit/exported.ts'
import { nameOrNumber } from '../../resources/kit/named.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { invalid } from '../errors.ts'
import { SHEET_ROWS, workbook, type SheetCell } from '../export/xlsx.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { csvFile } from './csv.ts'
import type { Entity } from './entity.ts'
import type { Lister } from './list.ts'
import type { ListQuery } from './listQuery.ts'
import { scopeOf } from './scope.ts'

export const FORMATS = ['xlsx', 'csv'] as const
type ExportFormat = (typeof FORMATS)[number]

interface Export {
  entity: Entity
  lister: Lister
  query: ListQuery
  format: ExportFormat
  caller: Caller
  language: Language
}

/** Rows read at a time. */
const PAGE = 1000

/**
 * Sends the whole result of a list's filters as a streamed file: the first bytes are sent before the last row is read.
 */
export async function exportList(
  platform: Platform,
  reply: FastifyReply,
  { entity, lister, query, format, caller, language }: Export,
): Promise<FastifyReply> {
  const { resource } = entity
  const at = labelIndex[language]
  const names = exportedFields(resource, isSuper(caller))
  const zone = zoneOf(platform.settings.timeZone)
  const columns = names.map((name) => ({ title: exportedTitle(resource, name, at, zone), width: 20 }))
  const ids = await lister.ids(query)
  if (format === 'xlsx' && ids.length > SHEET_ROWS)
    throw invalid({ format: { key: 'error.quality.many', args: { max: SHEET_ROWS } } })
  const pages = pagesOf(platform, entity, lister, ids, caller, at, names)
  const file = `${resource.label[at]}_${zone.full(Date.now()).slice(0, 10)}.${format}`
  return reply
    .type(types[format])
    .header(
      'content-disposition',
      `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(file)}`,
    )
    .header('cache-control', 'no-store')
    .send(
      Readable.from(
        format === 'xlsx'
          ? workbook(resource.label[at], columns, pages)
          : csvFile(
              columns.map(({ title }) => title),
              pages,
            ),
      ),
    )
}

const types: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

async function* pagesOf(
  platform: Platform,
  entity: Entity,
  lister: Lister,
  ids: readonly number[],
  caller: Caller,
  language: 0 | 1 | 2,
  names: readonly string[],
): AsyncGenerator<SheetCell[][]> {
  const known = new Map<string, Map<number, string>>()
  const zone = zoneOf(platform.settings.timeZone)
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    const byId = new Map((await lister.byIds(some)).map((row) => [Number(row.id), row]))
    const rows = some.flatMap((id) => {
      const row = byId.get(id)
      return row ? [row] : []
    })
    await learnNames(platform, entity, rows, caller, known)
    const lookups: Lookups = {
      language,
      name: (path, id) => known.get(path)?.get(id),
      word: (dict, value) => dictionary[dict].find((entry) => entry.value === value)?.label[language],
      time: (at) => zone.full(at),
    }
    yield rows.map((row) =>
      names.map((name) => {
        const field = entity.resource.fields[name]
        return field ? exportedValue(field, row, row[name], lookups) : null
      }),
    )
  }
}

/** Loads the names of referenced records, as far as the caller may see these records. Each is read once. */
async function learnNames(
  { storage, registry }: Platform,
  { references }: Entity,
  rows: readonly Row[],
  caller: Caller,
  known: Map<string, Map<number, string>>,
): Promise<void> {
  for (const { name, target } of references) {
    const names = known.get(target.path) ?? new Map<number, string>()
    known.set(target.path, names)
    const wanted = [...new Set(rows.flatMap((row) => parseIds(row[name] === null ? null : String(row[name]))))].filter(
      (id) => !names.has(id) && id !== target.tree?.root,
    )
    if (wanted.length === 0) continue
    let query = storage.readAny.selectFrom(target.table).select(['id', target.title]).where('id', 'in', wanted)
    const scope = scopeOf(caller, target, registry)
    if (scope.some(({ values }) => values.length === 0)) continue
    for (const { column, values } of scope) query = query.where(column, 'in', values)
    for (const row of await query.execute()) names.set(Number(row.id), nameOrNumber(Number(row.id), row[target.title]))
  }
}
