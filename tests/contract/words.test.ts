import iconv from 'iconv-lite'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, describe, it } from 'vitest'
import { dictionary } from '../../resources/dictionary.ts'
import { allResources } from '../../resources/index.ts'
import { customPages, ownGroups } from '../../resources/menu.ts'
import { LANGUAGES } from '../../i18n/types.ts'
import { help as helpCN } from '../../server/routes/help/zhCN.ts'
import { help as helpEN } from '../../server/routes/help/zhEN.ts'
import { help } from '../../server/routes/help/zhTW.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every text of zhTW with its place: catalogues, labels of definitions, dictionaries and menu, help. */
const texts: readonly [place: string, text: string][] = [
  ...(await catalogues()),
  ...leaves('resources', [allResources, dictionary, customPages, ownGroups]),
  ...Object.entries(help).map(([path, text]): [string, string] => [`help ${path}`, text]),
]

/** The last column of the tables of docs/words.md. */
const refused = readFileSync(join(root, 'docs/words.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| .* \|$/.test(line) && !line.startsWith('| zhCN'))
  .flatMap((line) => (line.split('|').at(-2) ?? '').split('、'))
  .map((word) => word.trim())
  .filter((word) => word !== '')

/**
 * Simplified forms that the code page of Taiwan contains too, as other or as rare characters. Forms that it lacks are
 * found by encoding.
 */
const SIMPLIFIED = /[网优价听万么体党胜厂复并几云后据]/

describe('zhTW texts', () => {
  it('are more than 800, and the rejected words more than 50', () => {
    expect(texts.length).toBeGreaterThan(800)
    expect(refused.length).toBeGreaterThan(50)
  })

  it('contain only characters that are used in Taiwan', () => {
    const foreign = (character: string): boolean =>
      SIMPLIFIED.test(character) ||
      (/\p{Script=Han}/u.test(character) && iconv.decode(iconv.encode(character, 'cp950'), 'cp950') !== character)
    expect(found((text) => [...text].filter(foreign))).toEqual([])
  })

  it('contain no word that docs/words.md rejects', () =>
    expect(found((text) => refused.filter((word) => text.includes(word)))).toEqual([]))
})

/** What stands under a language's name in the last part of docs/words.md; the words before the colon are refused. */
const refusedIn = (language: string): readonly string[] =>
  (readFileSync(join(root, 'docs/words.md'), 'utf8').split(`\n${language}:\n`)[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .flatMap((line) => line.match(/^- (.+?):/)?.[1] ?? [])

describe.each([
  ['zhCN', 0, helpCN],
  ['zhTW', 1, help],
  ['English', 2, helpEN],
] as const)('texts of %s', (language, at, pages) => {
  const everyText = async (): Promise<[place: string, text: string][]> => [
    ...(await catalogues(LANGUAGES[at])),
    ...leaves('resources', [allResources, dictionary, customPages, ownGroups], at),
    ...Object.entries(pages),
  ]

  it('have a space before each percent sign', async () =>
    expect((await everyText()).filter(([, text]) => /[\d}—]%(?!\{)/.test(text))).toEqual([]))

  it('contain no word that docs/words.md rejects for this language', async () => {
    const refusedWords = refusedIn(language)
    expect(refusedWords.length).toBeGreaterThan(5)
    const all = await everyText()
    expect(all.length).toBeGreaterThan(800)
    const holds = (text: string, word: string) =>
      at === 2 ? new RegExp(`\\b${word}s?\\b`, word === word.toLowerCase() ? 'i' : '').test(text) : text.includes(word)
    expect(
      all.flatMap(([place, text]) =>
        refusedWords.filter((word) => holds(text, word)).map((word) => `${word} in ${place}: ${text.slice(0, 80)}`),
      ),
    ).toEqual([])
  })
})

describe('English texts with counts', () => {
  it('have a singular and a plural form', async () => {
    const wrong = (await catalogues('zhEN')).filter(
      ([, text]) =>
        /%\{(count|smart_count|total|made)\} (rows|devices|records|alarms|lines|messages) (?!at|in the same)/.test(
          text,
        ) && !text.includes('||||'),
    )
    // These words are only used of several things.
    expect(wrong.filter(([place]) => !/ (cluster|clusterUnknown)$/.test(place))).toEqual([])
  })
})

describe('English texts', () => {
  it('use straight apostrophes and quotation marks', async () => {
    expect((await catalogues('zhEN')).filter(([, text]) => /[’“”]/.test(text))).toEqual([])
  })
})

const found = (wrong: (text: string) => string[]): string[] =>
  texts.flatMap(([place, text]) => wrong(text).map((word) => `${word} in ${place}: ${text.slice(0, 80)}`))

async function catalogues(language = 'zhTW'): Promise<[string, string][]> {
  const folder = join(root, 'i18n', language)
  const rooms = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
  const loaded = await Promise.all(
    rooms.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<Record<string, unknown>>),
  )
  // The name of a language is written in that language.
  return loaded
    .flatMap((exported, at) => strings(rooms[at] ?? '', exported))
    .filter(([place]) => !/language/i.test(place))
}

function strings(place: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => strings(`${place} ${key}`, inner))
    : []
}

/** One language of every three-part label below a value; the middle part is zhTW. */
function leaves(place: string, value: unknown, at = 1): [string, string][] {
  if (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((part) => typeof part === 'string') &&
    /\p{Script=Han}/u.test(String(value[0]))
  )
    return [[place, String(value[at])]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(`${place} ${key}`, inner, at))
    : []
}
