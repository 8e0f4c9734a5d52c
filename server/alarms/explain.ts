import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import type { Problem } from '../../resources/kit/rules.ts'

/**
 * Returns the outcome of a message as it is stored: key and arguments, so that each reader gets it in their own
 * language.
 */
export const problemJson = (problem: Problem): string => JSON.stringify(problem)

/** Returns a stored outcome in words. Text that is not such JSON is returned as it is. */
export function storedOutcomeText(text: string | null, language: Language): string | null {
  if (text === null || !text.startsWith('{"key":')) return text
  try {
    const { key, args } = JSON.parse(text) as Problem
    // An argument may hold another sentence: the reason why a message was given up.
    const said = Object.entries(args ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? (storedOutcomeText(value, language) ?? '') : value,
    ])
    return errorText(language, key, Object.fromEntries(said))
  } catch {
    return text
  }
}
