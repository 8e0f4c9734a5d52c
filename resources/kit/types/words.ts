import type { Label, Option } from '../define.ts'
import type { Message } from '../rules.ts'
import type { Reading } from './fieldType.ts'

/** Reads the number for a word in any language, or the number itself. `also`: further words for a number. */
export function numberOf(
  options: readonly Option[],
  text: string,
  also: ReadonlyMap<number, readonly string[]> = NONE,
): Reading {
  const plain = plainName(text)
  const found =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ value, label }) => [...label, ...(also.get(value) ?? [])].some((word) => plainName(word) === plain))
  return found ? { value: found.value } : { value: text, problem: { key: 'error.rule.choice' } }
}

const NONE: ReadonlyMap<number, readonly string[]> = new Map()

/** Returns the note of a template for a cell that accepts one of several words. */
export const oneOfThese = (options: readonly Option[]): Message => ({
  key: 'importing.template.oneOf',
  args: { words: inEach(options, ' / ') },
})

/** Lists numbers with their words, in each language. */
const inEach = (options: readonly Option[], between: string): Label => {
  const inOne = (language: 0 | 1 | 2): string =>
    options.map(({ value, label }) => `${value} ${label[language]}`).join(between)
  return [inOne(0), inOne(1), inOne(2)]
}

/** Normalises a name: case, width and surplus blanks, and for a path the blanks around its slashes. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/\s+/g, ' ')
