import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { readAlarmResults, resultName, type AlarmResult } from '../../resources/kit/alarmResults.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { threshold } from '../../resources/threshold.ts'
import { standardOf } from '../../standards/index.ts'
import { pastVerdicts } from '../environment/pastVerdicts.ts'
import type { MeasuredVerdict } from '../environment/verdicts.ts'
import { workbook, type SheetCell } from '../export/xlsx.ts'
import type { Measures } from '../live/measures.ts'
import type { Platform } from '../platform.ts'
import { shownValueOf } from './episodes/row.ts'
import type { Records } from './recordQuery.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { clockText } from './words.ts'

/** Rows per query. */
const PAGE = 1000
/** Media type of a workbook. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface ExportOptions {
  reply: FastifyReply
  language: Language
  withProject: boolean
  /** By what stations are judged; null: the caller may not see what stations measure, so the sheet has no classes. */
  measures: Measures | null
  /**
   * Limits the sheet to that many records, the newest. Without it all are exported; where a sheet cannot hold them,
   * there is no file.
   */
  most?: number
}

/** Streams records (null: none), newest first, as a real .xlsx: the first bytes leave before the last row is read. */
export async function exportRecords(
  platform: Platform,
  records: Records | null,
  { reply, language, withProject, measures, most = Infinity }: ExportOptions,
): Promise<FastifyReply> {
  const { read } = platform.storage
  const [areas, projects] = await Promise.all([
    read.selectFrom('district').select(['id', 'name']).execute(),
    read.selectFrom('project').select(['id', 'name', 'alarm_results']).execute(),
  ])
  const own = new Map(projects.map(({ id, alarm_results }) => [id, readAlarmResults(alarm_results)]))
  const names = {
    area: new Map(areas.map(({ id, name }) => [id, name])),
    project: new Map(projects.map(({ id, name }) => [id, name])),
    value: (row: Row) => shownValueOf(row, platform.registry.device(row.device_id)?.nodes.get(row.nodemap_id)),
    result: (project: number, id: string | null) => own.get(project)?.find((result) => result.id === id) ?? null,
  }
  const columns = columnsFor(language, platform.settings.timeZone, names).filter(
    ({ superOnly, judged }) => (withProject || superOnly !== true) && (measures !== null || judged !== true),
  )
  const zone = zoneOf(platform.settings.timeZone)
  const sheet = columns.map(({ title, width, zoned }) => ({
    title: zoned ? zone.head(errorText(language, title)) : errorText(language, title),
    width,
  }))
  const rows = pagesOf(platform, records, { measures, most }, (row) => columns.map(({ cell }) => cell(row)))
  const name = errorText(language, 'error.sheet.file')
  const file = `${name}_${clockText(Date.now(), platform.settings.timeZone).slice(0, 10)}.xlsx`
  return reply
    .type(WORKBOOK)
    .header('content-disposition', `attachment; filename=alarms.xlsx; filename*=UTF-8''${encodeURIComponent(file)}`)
    .header('cache-control', 'no-store')
    .send(Readable.from(workbook(name, sheet, rows)))
}

type StoredRow = Awaited<ReturnType<typeof pageAfter>>[number]
/** `law`: the verdict on its station at the moment the alarm fired; null where it is not known. */
type Row = StoredRow & { law: MeasuredVerdict | null }

interface Column {
  title: string
  width: number
  cell: (row: Row) => SheetCell
  superOnly?: true
  /** Shows a verdict of an environmental standard. */
  judged?: true
  /** Holds times. */
  zoned?: true
}

function columnsFor(
  language: Language,
  timeZone: string,
  names: {
    area: ReadonlyMap<number, string | null>
    project: ReadonlyMap<number, string | null>
    value: (row: Row) => number | null
    result: (project: number, id: string | null) => AlarmResult | null
  },
): Column[] {
  const word = (key: string): string => errorText(language, key)
  const states: Record<number, string> = {
    0: word('error.sheet.words.unhandled'),
    1: word('error.sheet.words.false'),
    2: word('error.sheet.words.handled'),
  }
  const state = (row: Row): SheetCell => {
    const own = names.result(row.project_id, row.result)
    return own ? resultName(own, labelIndex[language]) : (states[row.alarm_state] ?? null)
  }
  const time = (at: number | null): SheetCell => (at === null ? null : clockText(at, timeZone))
  const level = (value: number | null): SheetCell =>
    threshold.fields.alert_level.options.find((option) => option.value === value)?.label[labelIndex[language]] ?? value
  return [
    { title: 'error.sheet.column.time', width: 26, zoned: true, cell: (row) => time(row.alarm_time) },
    { title: 'error.sheet.column.name', width: 22, cell: (row) => row.threshold_name },
    { title: 'error.sheet.column.area', width: 16, cell: (row) => names.area.get(row.district_id) ?? null },
    { title: 'error.sheet.column.device', width: 24, cell: (row) => row.device_name },
    { title: 'error.sheet.column.node', width: 14, cell: (row) => row.nodemap_name },
    { title: 'error.sheet.column.value', width: 12, cell: names.value },
    { title: 'error.sheet.column.rule', width: 28, cell: (row) => row.alarm_value },
    { title: 'error.sheet.column.message', width: 36, cell: (row) => row.alarm_msg },
    { title: 'error.sheet.column.level', width: 12, cell: (row) => level(row.alert_level) },
    {
      title: 'error.sheet.column.alarm',
      width: 12,
      cell: (row) => word(row.is_alarm === 1 ? 'error.sheet.words.lasting' : 'error.sheet.words.over'),
    },
    { title: 'error.sheet.column.state', width: 12, cell: (row) => state(row) },
    { title: 'error.sheet.column.explained', width: 30, cell: (row) => row.explained },
    { title: 'error.sheet.column.recovered', width: 26, zoned: true, cell: (row) => time(row.recovered_at) },
    {
      title: 'error.sheet.column.project',
      width: 20,
      cell: (row) => names.project.get(row.project_id) ?? null,
      superOnly: true,
    },
    {
      title: 'error.sheet.column.class',
      width: 18,
      cell: ({ law }) => law?.category?.[labelIndex[language]] ?? null,
      judged: true,
    },
    { title: 'error.sheet.column.index', width: 10, cell: ({ law }) => law?.index ?? null, judged: true },
    {
      title: 'error.sheet.column.pollutants',
      width: 30,
      cell: ({ law }) => law && lackingText(law, language),
      judged: true,
    },
    {
      title: 'error.sheet.column.standard',
      width: 36,
      cell: ({ law }) => (law && standardOf(law.standard)?.title[labelIndex[language]]) ?? null,
      judged: true,
    },
  ]
}

/**
 * Returns how many of the needed pollutants an air quality index was made of, and which are missing: "4 / 6 · missing
 * SO2, CO"; null where none is missing.
 */
function lackingText({ standard, period, missing }: MeasuredVerdict, language: Language): string | null {
  const law = standardOf(standard)
  if (law?.medium !== 'air' || missing.length === 0) return null
  const needed = law.evaluate({ period, values: {}, day: '9999' }).missing.length
  const names = missing.map(
    (key) => POLLUTANTS.find((known) => known.key === key.split('_')[0])?.label[labelIndex[language]] ?? key,
  )
  return errorText(language, 'error.sheet.words.without', {
    known: Math.max(0, needed - missing.length),
    needed,
    names: names.join(errorText(language, 'error.storm.and')),
  })
}

/** Yields the rows newest first, page by page, each from where the last one ended. */
async function* pagesOf(
  platform: Platform,
  records: Records | null,
  { measures, most }: { measures: Measures | null; most: number },
  cells: (row: Row) => SheetCell[],
): AsyncGenerator<SheetCell[][]> {
  let left = most
  let last: StoredRow | undefined
  while (records !== null && left > 0) {
    const size = Math.min(PAGE, left)
    const rows: StoredRow[] = await pageAfter(records, size, last)
    const moments = rows.map(({ device_id, nodemap_id, alarm_time }) => ({ device_id, nodemap_id, at: alarm_time }))
    const laws = measures ? await pastVerdicts(platform, measures, moments) : []
    yield rows.map((row, at) => cells({ ...row, law: laws[at] ?? null }))
    last = rows.at(-1)
    left = rows.length < size ? 0 : left - size
  }
}

function pageAfter(records: Records, size: number, last: { alarm_time: number; id: number } | undefined) {
  const query = records.selectAll().orderBy('alarm_time', 'desc').orderBy('id', 'desc').limit(size)
  if (!last) return query.execute()
  const { alarm_time, id } = last
  return query
    .where('alarm_time', '<=', alarm_time)
    .where((eb) => eb.or([eb('alarm_time', '<', alarm_time), eb('id', '<', id)]))
    .execute()
}
