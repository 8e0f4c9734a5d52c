import { loadSigninTexts, type SigninTexts } from './signin.ts'
import type { Language, Like } from './types.ts'
import type { register } from './zhCN/register.ts'

/** The texts of the pages besides sign-in that need no session. */
export interface OpenTexts extends SigninTexts {
  register: Like<typeof register>
}

/** Loads these texts in a language, with those of the sign-in page that the pages share. */
export async function loadOpenTexts(language: Language): Promise<OpenTexts> {
  const [texts, { register: own }] = await Promise.all([loadSigninTexts(language), sources[language]()])
  return { ...texts, register: own }
}

const sources = {
  zhCN: () => import('./zhCN/register.ts'),
  zhTW: () => import('./zhTW/register.ts'),
  zhEN: () => import('./zhEN/register.ts'),
} satisfies Record<Language, () => Promise<unknown>>
