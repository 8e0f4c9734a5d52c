import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import type { Problem } from '../../resources/kit/rules.ts'

/** What became of a message, as it is stored: its key and arguments, so that each reader has it in their language. */
export const problemJson = (problem: Problem): string => JSON.stringify(problem)

/** The same in words; text that others wrote stays as it is. */
export function explained(text: string | null, language: Language): string | null {
  if (text === null || !text.startsWith('{"key":')) return text
  try {
    const { key, args } = JSON.parse(text) as Problem
    // A sentence may hold another: why a message was given up.
    const said = Object.entries(args ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? (explained(value, language) ?? '') : value,
    ])
    return errorText(language, key, Object.fromEntries(said))
  } catch {
    return text
  }
}
