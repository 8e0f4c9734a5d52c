import { foldText } from '../../../resources/kit/fold.ts'

/**
 * Returns the readings of a character without tones: 行 has "xing" and "hang". Empty for a character that is not
 * Chinese.
 */
export type PinyinOf = (character: string) => readonly string[]

/** A name, prepared for searching. */
export interface Searchable {
  /** Its characters, case-folded. */
  characters: readonly string[]
  readings: readonly (readonly string[])[]
}

export interface Hit {
  /** Higher is better. */
  score: number
  /** Range of the matching characters, to be marked. */
  from: number
  to: number
}

export function searchable(name: string, readings: PinyinOf): Searchable {
  const characters = [...foldText(name)]
  return { characters, readings: characters.map(readings) }
}

/** Prepares the typed text for matching: case-folded, without spaces. */
export const queryCharacters = (query: string): readonly string[] =>
  [...foldText(query)].filter((character) => !/\s/.test(character))

/**
 * Finds the typed text in a name: by its own characters, full pinyin, or initials, also mixed ("zhengd", "zdkqz",
 * "正dxq"). Earlier and more literal matches score higher; null where it does not match. Spaces in the name are
 * skipped.
 */
export function match({ characters, readings }: Searchable, sought: readonly string[]): Hit | null {
  if (sought.length === 0) return null
  let best: Hit | null = null
  for (let from = 0; from < characters.length; from++) {
    const plain = plainEnd(characters, from, sought)
    const to = plain ?? pinyinEnd(characters, readings, from, sought, 0)
    if (to === null) continue
    const score = (plain === null ? 0 : 100) + (from === 0 ? 50 : 0) - from - (characters.length - to) / 100
    if (best === null || score > best.score) best = { score, from, to }
  }
  return best
}

function plainEnd(characters: readonly string[], from: number, sought: readonly string[]): number | null {
  let at = from
  for (const character of sought) {
    while (at > from && characters[at] === ' ' && character !== ' ') at++
    if (characters[at] !== character) return null
    at++
  }
  return at
}

/**
 * Returns the end of a match that begins at `at`, where each character matches by itself, by its initial or by a
 * reading; the last one also by the beginning of a reading.
 */
function pinyinEnd(
  characters: readonly string[],
  readings: readonly (readonly string[])[],
  at: number,
  sought: readonly string[],
  typed: number,
): number | null {
  if (typed === sought.length) return at
  const character = characters[at]
  if (character === undefined) return null
  if (character === ' ') return typed === 0 ? null : pinyinEnd(characters, readings, at + 1, sought, typed)
  for (const reading of readings[at] ?? []) {
    let length = 0
    while (length < reading.length && sought[typed + length] === reading[length]) length++
    if (length === 0) continue
    if (typed + length === sought.length) return at + 1
    const end =
      (length === reading.length ? pinyinEnd(characters, readings, at + 1, sought, typed + length) : null) ??
      pinyinEnd(characters, readings, at + 1, sought, typed + 1)
    if (end !== null) return end
  }
  return character === sought[typed] ? pinyinEnd(characters, readings, at + 1, sought, typed + 1) : null
}
