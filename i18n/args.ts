import type { Args } from '../resources/kit/rules.ts'
import { labelIndex, type Language } from './types.ts'

/** Returns the arguments of a message in a language: labels become their text. */
export const plainArgs = (args: Args, language: Language): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[labelIndex[language]] : value,
    ]),
  )
