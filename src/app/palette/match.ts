/** The readings of a character without tones: 行 has "xing" and "hang". Empty for what is no Chinese character. */
export type Readings = (character: string) => readonly string[]

/** A name, prepared to be searched. */
export interface Searchable {
  /** Its characters in lower case. */
  characters: readonly string[]
  readings: readonly (readonly string[])[]
}

export interface Hit {
  /** Higher is better. */
  score: number
  /** What matched: characters from here up to there, to be marked. */
  from: number
  to: number
}

export function searchable(name: string, readings: Readings): Searchable {
  const characters = [...name.toLowerCase()]
  return { characters, readings: characters.map(readings) }
}

/** What was typed, ready for matching: lower case, without spaces. */
export const wantedOf = (query: string): readonly string[] =>
  [...query.toLowerCase()].filter((character) => !/\s/.test(character))

/**
 * Where a name holds what was typed: its own characters, pinyin in full, or initials, also mixed ("zhengd", "zdkqz", "正dxq"). The earlier and the
 * more literal the better; null where it does not match. Spaces in the name are passed over.
 */
export function match({ characters, readings }: Searchable, wanted: readonly string[]): Hit | null {
  if (wanted.length === 0) return null
  let best: Hit | null = null
  for (let from = 0; from < characters.length; from++) {
    const plain = plainEnd(characters, from, wanted)
    const to = plain ?? pinyinEnd(characters, readings, from, wanted, 0)
    if (to === null) continue
    const score = (plain === null ? 0 : 100) + (from === 0 ? 50 : 0) - from - (characters.length - to) / 100
    if (best === null || score > best.score) best = { score, from, to }
  }
  return best
}

function plainEnd(characters: readonly string[], from: number, wanted: readonly string[]): number | null {
  let at = from
  for (const character of wanted) {
    while (at > from && characters[at] === ' ' && character !== ' ') at++
    if (characters[at] !== character) return null
    at++
  }
  return at
}

/** The end of what matches from `at` on, each character by itself, by its initial or by a reading; the last one also by the start of a reading. */
function pinyinEnd(
  characters: readonly string[],
  readings: readonly (readonly string[])[],
  at: number,
  wanted: readonly string[],
  typed: number,
): number | null {
  if (typed === wanted.length) return at
  const character = characters[at]
  if (character === undefined) return null
  if (character === ' ') return typed === 0 ? null : pinyinEnd(characters, readings, at + 1, wanted, typed)
  for (const reading of readings[at] ?? []) {
    let length = 0
    while (length < reading.length && wanted[typed + length] === reading[length]) length++
    if (length === 0) continue
    if (typed + length === wanted.length) return at + 1
    const end =
      (length === reading.length ? pinyinEnd(characters, readings, at + 1, wanted, typed + length) : null) ??
      pinyinEnd(characters, readings, at + 1, wanted, typed + 1)
    if (end !== null) return end
  }
  return character === wanted[typed] ? pinyinEnd(characters, readings, at + 1, wanted, typed + 1) : null
}
