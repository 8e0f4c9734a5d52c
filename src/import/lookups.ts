import { dictionaryWords, type Word } from '../../dataProvider/calls/dictionary.ts'
import { nameList } from '../../dataProvider/names.ts'
import type { Row } from '../../dataProvider/rows.ts'
import type { DictionaryType } from '../../resources/dictionary.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { titleOf } from '../../resources/kit/named.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { plainName } from '../../resources/kit/types/words.ts'
import { choicesOf } from '../admin/fields/controls/refChoices.ts'
import { platformZone } from '../kit/hooks/useZone.ts'

/** Records and words that cells of a file may name, by the names they may have. */
export interface ImportLookups {
  refs: ReadonlyMap<string, RefIndex>
  words: ReadonlyMap<DictionaryType, readonly Word[]>
  /** The platform's time zone, in which its exports write times and an import reads them. */
  zone: Zone
}

/** Records of one resource: each by its name, its path in a tree, its unique codes, and its id. */
export interface RefIndex {
  rows: ReadonlyMap<number, Row>
  byName: ReadonlyMap<string, ReadonlySet<number>>
  /** How a record is offered: its path in a tree, otherwise its name. */
  shown: ReadonlyMap<number, string>
}

/** Loads everything that cells of these fields may name: one request for each resource and dictionary. */
export async function loadLookups(resource: Resource, fields: readonly string[]): Promise<ImportLookups> {
  const paths = new Set<string>()
  const types = new Set<DictionaryType>()
  for (const name of fields) {
    const field = resource.fields[name]
    if (field?.type === 'ref') paths.add(field.to)
    if (field?.type === 'dict') types.add(field.dict)
  }
  const [refs, words, zone] = await Promise.all([
    Promise.all([...paths].map(async (path) => [path, refIndexOf(resourceOf(path), await nameList(path))] as const)),
    Promise.all([...types].map(async (type) => [type, await dictionaryWords(type)] as const)),
    platformZone(),
  ])
  return { refs: new Map(refs), words: new Map(words), zone }
}

export function refIndexOf(target: Resource, rows: readonly Row[]): RefIndex {
  const byName = new Map<string, Set<number>>()
  const add = (text: unknown, id: number) => {
    if (typeof text !== 'string' && typeof text !== 'number') return
    const name = plainName(String(text))
    if (name === '') return
    const ids = byName.get(name)
    if (ids) ids.add(id)
    else byName.set(name, new Set([id]))
  }
  const codes = Object.keys(target.fields).filter((name) => target.fields[name]?.unique)
  for (const row of rows) {
    add(row.id, row.id)
    add(titleOf(target, row), row.id)
    for (const code of codes) add(row[code], row.id)
  }
  const shown = new Map(choicesOf(target, rows, null).map(({ id, path }) => [id, path]))
  if (target.tree) for (const [id, path] of shown) add(path, id)
  return { rows: new Map(rows.map((row) => [row.id, row])), byName, shown }
}
