import { foldText, variantsOf } from '../../resources/kit/fold.ts'
import type { EngineName } from './columns.ts'

/**
 * Returns the pattern by which a database finds a text within another, whatever their case and width: a GLOB pattern on
 * SQLite, whose `lower` handles only ASCII, and a regular expression on PostgreSQL, whose `lower` depends on its
 * locale. Each character stands for all characters that fold to it.
 */
export function patternOf(engine: EngineName, text: string): string {
  const characters = [...foldText(text)].map((character) => [...variantsOf(character)])
  return engine === 'sqlite' ? `*${characters.map(globOf).join('')}*` : characters.map(regexOf).join('')
}

/** Characters special to GLOB are written as classes; within a class, ] comes first and ^ does not. */
function globOf(characters: readonly string[]): string {
  const [first = ''] = characters
  if (characters.length === 1 && !'*?['.includes(first)) return first
  return `[${(first === '^' ? characters.toReversed() : characters).join('')}]`
}

function regexOf(characters: readonly string[]): string {
  // The column is already in lower case, as far as ASCII goes.
  const asked = characters.filter((character) => !/[A-Z]/.test(character))
  if (asked.every((character) => /[\p{L}\p{N}]/u.test(character)))
    return asked.length === 1 ? asked.join('') : `[${asked.join('')}]`
  const escaped = asked.map((character) => character.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`))
  return escaped.length === 1 ? escaped.join('') : `(?:${escaped.join('|')})`
}

/**
 * Returns the LIKE pattern for PostgreSQL's trigram index, which stores `plainText`. The index cannot use `patternOf`,
 * where each letter and digit stands for several characters. Every row that contains the text matches; characters with
 * other forms that `plainText` keeps become wildcards, so some of the rows that match may not contain the text.
 */
export const likeOf = (text: string): string =>
  `%${[...foldText(text)]
    .map((character) => (isPlain(character) ? character.replace(/[\\%_]/, String.raw`\$&`) : '%'))
    .join('')}%`

/** Whether `plainText` has one form of a folded character: ASCII, and letters without case and other widths. */
const isPlain = (character: string): boolean =>
  /^[\x20-\x7e]$/.test(character) || (/\p{Lo}/u.test(character) && variantsOf(character).length === 1)

/** Returns the SQL expression that PostgreSQL's index stores: a column's text with ASCII in lower case and usual width. */
export function plainText(column: string): string {
  const [from, to] = asciiForms()
  return `lower(translate(${column}, ${literal(from)}, ${literal(to)}))`
}

/** The characters beyond ASCII that fold to ASCII, and in the same order what they fold to. */
function asciiForms(): [from: string, to: string] {
  const pairs = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).flatMap((usual) =>
    variantsOf(usual)
      .filter((variant) => variant > '\x7f')
      .map((variant) => [variant, usual] as const),
  )
  return [pairs.map(([variant]) => variant).join(''), pairs.map(([, usual]) => usual).join('')]
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Most runs of three characters in one query: they narrow the result enough. */
const MAX_RUNS = 16

/**
 * Returns the query for SQLite's trigram index, for a text of at least three characters. The index folds case, but not
 * width. It finds the rows that hold the runs of the text; the rows that contain the text are among them.
 */
export function matchOf(text: string): string {
  const characters = [...foldText(text)].map((character) => [
    ...new Set(variantsOf(character).map((variant) => variant.toLowerCase())),
  ])
  if (characters.every((variants) => variants.length === 1)) return quotedPhrase(characters.flat().join(''))
  const runs = characters
    .slice(2, 2 + MAX_RUNS)
    .map((third, at) => [characters[at] ?? [], characters[at + 1] ?? [], third])
  return runs.map((run) => `(${combined(run).map(quotedPhrase).join(' OR ')})`).join(' AND ')
}

const quotedPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`

const combined = (parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((sum, part) => sum.flatMap((start) => part.map((end) => start + end)), [''])
