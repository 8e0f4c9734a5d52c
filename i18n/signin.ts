import type { Args } from '../resources/kit/rules.ts'
import type { errors } from './zhCN/errors.ts'
import type { signin } from './zhCN/signin.ts'
import type { Language, Like } from './types.ts'

/** The few texts that the sign-in page needs, without the rest of the console's. */
export interface SigninTexts {
  signin: Like<typeof signin>
  error: Like<typeof errors>
}

/** Loads the texts of the sign-in page in a language. */
export async function loadSigninTexts(language: Language): Promise<SigninTexts> {
  const { signin: texts, errors: error } = await sources[language]()
  return { signin: texts, error }
}

/**
 * Returns a translate function: `t('signin.change.length', { min: 8 })`. A text that is not a key (a sentence of the
 * server's) is returned as it is.
 */
export function translator(texts: SigninTexts): (key: string, args?: Args) => string {
  return (key, args = {}) => {
    let entry: unknown = texts
    for (const part of key.split('.'))
      entry = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[part] : undefined
    if (typeof entry !== 'string') return key
    return entry.replaceAll(/%\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(args, name) ? String(args[name]) : whole,
    )
  }
}

const sources = {
  zhCN: () => import('./zhCN/signedOut.ts'),
  zhTW: () => import('./zhTW/signedOut.ts'),
  zhEN: () => import('./zhEN/signedOut.ts'),
} satisfies Record<Language, () => Promise<unknown>>
