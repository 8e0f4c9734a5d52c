import polyglotI18nProvider from 'ra-i18n-polyglot'
import { menuLabels, resourceLabels } from './labels.ts'
import { chooseLanguage, currentLanguage, isLanguage, languageName } from './language.ts'
import { LANGUAGES, type Language } from './types.ts'

/** Everything the console says in one language: shell, pages, errors, react-admin's words, and the definitions' labels. */
export async function loadMessages(language: Language) {
  const { catalogue } = await sources[language]()
  return { ...catalogue, resources: resourceLabels(language), menu: menuLabels(language) }
}

/**
 * react-admin's i18nProvider. The language in use is loaded before the provider exists, since react-admin wants the first one
 * synchronously; the others load when they are chosen, and the choice is stored and written on the document.
 */
export async function createI18nProvider() {
  const first = currentLanguage()
  const messages = await loadMessages(first)
  const provider = polyglotI18nProvider(
    (locale) => (locale === first ? messages : loadMessages(isLanguage(locale) ? locale : first)),
    first,
    LANGUAGES.map((locale) => ({ locale, name: languageName[locale] })),
  )
  return {
    ...provider,
    changeLocale: async (locale: string) => {
      if (!isLanguage(locale)) return
      await provider.changeLocale(locale)
      chooseLanguage(locale)
    },
  }
}

/** Starts loading the words of the language in use, so that they are there when the provider is made. A failure shows then. */
export function preloadMessages(): void {
  sources[currentLanguage()]().catch(() => {})
}

const sources = {
  zhCN: () => import('./zhCN/index.ts'),
  zhTW: () => import('./zhTW/index.ts'),
  zhEN: () => import('./zhEN/index.ts'),
} satisfies Record<Language, () => Promise<unknown>>
