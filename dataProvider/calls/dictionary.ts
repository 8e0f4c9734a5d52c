import type { DictionaryType } from '../../resources/dictionary.ts'
import { call } from '../http.ts'

/** One entry of a platform's dictionary, with its words in the three languages [zhCN, zhTW, zhEN]. */
export interface Word {
  value: number
  label: readonly [string, string, string]
  /** The text value that some types have besides the number. */
  text: string
}

const words = new Map<DictionaryType, Promise<Word[]>>()

/**
 * Returns a dictionary of the platform, in its order. Requested once per page load, since dictionaries only change with
 * releases; a failed request is not cached.
 */
export function dictionaryWords(type: DictionaryType): Promise<Word[]> {
  const known = words.get(type)
  if (known) return known
  const request = fetchWords(type)
  words.set(type, request)
  request.catch(() => words.delete(type))
  return request
}

/** Clears the cache; for tests, and when another user signs in. */
export const forgetDictionaries = (): void => words.clear()

async function fetchWords(type: DictionaryType): Promise<Word[]> {
  const data = await call('GET', `godbDatadictionaryByDataType/${type}`)
  if (!Array.isArray(data)) return []
  return data
    .filter(
      (entry): entry is Record<string, unknown> =>
        typeof entry === 'object' && entry !== null && Number.isFinite(Number(entry['data_value'])),
    )
    .toSorted((a, b) => Number(a['sort_no'] ?? 0) - Number(b['sort_no'] ?? 0))
    .map(wordOf)
}

function wordOf(entry: Record<string, unknown>): Word {
  const simplified = textOf(entry['data_code'])
  return {
    value: Number(entry['data_value']),
    label: [simplified, textOf(entry['data_code_tw']) || simplified, textOf(entry['data_code_en']) || simplified],
    text: textOf(entry['data_value_string']),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
