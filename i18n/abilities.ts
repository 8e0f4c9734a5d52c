import type { Extension } from '../resources/kit/extensions.ts'
import type { Language } from './types.ts'

/** What each extension provides, and how the console works without it. */
export interface AbilityWords {
  names: Record<Extension, string>
  without: Record<Extension, string>
}

/** Loads the texts about extensions in a language. */
export async function loadAbilityWords(language: Language): Promise<AbilityWords> {
  return (await sources[language]()).abilityWords
}

const sources = {
  zhCN: () => import('./zhCN/abilityWords.ts'),
  zhTW: () => import('./zhTW/abilityWords.ts'),
  zhEN: () => import('./zhEN/abilityWords.ts'),
} satisfies Record<Language, () => Promise<{ abilityWords: AbilityWords }>>
