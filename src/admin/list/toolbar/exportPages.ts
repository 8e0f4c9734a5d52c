import type { DataProvider } from 'react-admin'
import { toCsv, type CsvValue } from '../../../../resources/kit/csv.ts'
import { dictionaryWords } from '../../../../dataProvider/calls/dictionary.ts'
import type { Exported } from '../../../../dataProvider/calls/files.ts'
import { nameList } from '../../../../dataProvider/names.ts'
import type { Row } from '../../../../dataProvider/rows.ts'
import { labelIndex, type Language } from '../../../../i18n/types.ts'
import type { DictionaryType } from '../../../../resources/dictionary.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { exportedFields, exportedTitle, exportedValue, type Lookups } from '../../../../resources/kit/exported.ts'
import { formatFullTime } from '../../fields/formats.ts'
import { platformZone } from '../../../kit/hooks/useZone.ts'
import { nameIn } from '../../fields/names.ts'

interface PagesExport {
  resource: Resource
  dataProvider: DataProvider
  exported: Exported
  /** Rows already loaded: no page is requested. */
  rows: readonly Row[] | null
  language: Language
  forSuper: boolean
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

const PAGE = 500

/**
 * Composes the CSV of a list where the platform writes none, by reading its pages one after the other.
 *
 * @throws what a page throws, and when it is aborted
 */
export async function exportPages({
  resource,
  dataProvider,
  exported,
  rows,
  language,
  forSuper,
  signal,
  onProgress,
}: PagesExport): Promise<string> {
  const names = exportedFields(resource, forSuper)
  const lookups = await lookupsOf(resource, names, language)
  const all = rows ?? (await allPages(resource, dataProvider, exported, signal, onProgress))
  const zone = await platformZone()
  const header = names.map((name) => exportedTitle(resource, name, lookups.language, zone))
  const line = (row: Row): CsvValue[] =>
    names.map((name) => {
      const field = resource.fields[name]
      return field ? exportedValue(field, row, row[name], lookups) : null
    })
  return toCsv(header, all.map(line))
}

async function allPages(
  resource: Resource,
  dataProvider: DataProvider,
  { search, project, area, sort, descending }: Exported,
  signal: AbortSignal,
  onProgress: PagesExport['onProgress'],
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1, total = 1; all.length < total; page++) {
    // The next page is requested only after the previous one arrived, so that the platform is not flooded.
    const answer = await dataProvider.getList<Row>(resource.path, {
      pagination: { page, perPage: PAGE },
      sort: { field: sort, order: descending ? 'DESC' : 'ASC' },
      filter: { q: search, pro_id: project, dis_id: area },
      signal,
    })
    signal.throwIfAborted()
    if (answer.data.length === 0) break
    all.push(...answer.data)
    total = answer.total ?? all.length
    onProgress(all.length, total)
  }
  return all
}

/** Loads the names and words that the fields need, each list once; where one fails, the numbers stay. */
async function lookupsOf(resource: Resource, names: readonly string[], language: Language): Promise<Lookups> {
  const at = labelIndex[language]
  const zone = await platformZone()
  const fields = names.flatMap((name) => resource.fields[name] ?? [])
  const paths = [...new Set(fields.flatMap((field) => (field.type === 'ref' ? [field.to] : [])))]
  const types = [...new Set(fields.flatMap((field): DictionaryType[] => (field.type === 'dict' ? [field.dict] : [])))]
  const lists = new Map(
    await Promise.all(paths.map(async (path) => [path, await nameList(path).catch(() => [])] as const)),
  )
  const words = new Map(
    await Promise.all(types.map(async (type) => [type, await dictionaryWords(type).catch(() => [])] as const)),
  )
  return {
    language: at,
    name: (path, id) => nameIn(path, lists.get(path) ?? [], id),
    word: (type, value) => words.get(type)?.find((word) => word.value === value)?.label[at],
    time: (time) => formatFullTime(time, zone),
  }
}
