import { folded, variantsOf } from '../../resources/kit/fold.ts'
import type { EngineName } from './columns.ts'

/**
 * What a database is asked for a text to be contained in another, whatever their case and width: a pattern of GLOB on SQLite, whose `lower` knows
 * ASCII alone, and a regular expression on PostgreSQL, whose `lower` knows what its locale does. Each character stands for all that fold to it.
 */
export function patternOf(engine: EngineName, text: string): string {
  const characters = [...folded(text)].map((character) => [...variantsOf(character)])
  return engine === 'sqlite' ? `*${characters.map(globOf).join('')}*` : characters.map(regexOf).join('')
}

/** Signs of GLOB are written as classes; in one, ] stands first and ^ does not. */
function globOf(characters: readonly string[]): string {
  const [first = ''] = characters
  if (characters.length === 1 && !'*?['.includes(first)) return first
  return `[${(first === '^' ? characters.toReversed() : characters).join('')}]`
}

function regexOf(characters: readonly string[]): string {
  // The column is in small letters already, as far as ASCII goes.
  const asked = characters.filter((character) => !/[A-Z]/.test(character))
  if (asked.every((character) => /[\p{L}\p{N}]/u.test(character)))
    return asked.length === 1 ? asked.join('') : `[${asked.join('')}]`
  const escaped = asked.map((character) => character.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`))
  return escaped.length === 1 ? escaped.join('') : `(?:${escaped.join('|')})`
}

/** So many runs of three characters narrow enough. */
const MAX_RUNS = 16

/**
 * What SQLite's index of trigrams is asked, of a text of at least three characters: it folds case, and no width. It finds rows that hold the runs of the
 * text, of which those that contain the text are some.
 */
export function matchOf(text: string): string {
  const characters = [...folded(text)].map((character) => [
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
