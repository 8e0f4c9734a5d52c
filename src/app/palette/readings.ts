import { pinyin } from 'pinyin-pro'
import type { PinyinOf } from './match.ts'

const NONE: readonly string[] = []
const known = new Map<string, readonly string[]>()

/**
 * Returns readings from the dictionary, looking up each character once. This file brings the dictionary along: load it
 * with import().
 */
export const pinyinOf: PinyinOf = (character) => {
  if (!/\p{Script=Han}/u.test(character)) return NONE
  let found = known.get(character)
  if (found === undefined) {
    found = [...new Set(pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true }))]
    known.set(character, found)
  }
  return found
}
