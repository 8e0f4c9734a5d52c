import polyglotI18nProvider from 'ra-i18n-polyglot'
import { menuLabels, resourceLabels } from './labels.ts'
import { chooseLanguage, currentLanguage, isLanguage, languageName } from './language.ts'
import { LANGUAGES, languageTag, type Language } from './types.ts'

/**
 * Loads all texts of the console in one language: shell, pages, errors, react-admin's texts, and the definitions'
 * labels.
 */
export async function loadMessages(language: Language) {
  const { catalogue } = await sources[language]()
  return { ...catalogue, resources: resourceLabels(language), menu: menuLabels(language) }
}

/**
 * Creates react-admin's i18nProvider. The current language is loaded before the provider exists, because react-admin
 * needs the first one synchronously; the others are loaded when they are chosen. A choice is stored and written to the
 * document.
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
    translate: (key: string, options?: Record<string, unknown>) => provider.translate(key, counted(options)),
    changeLocale: async (locale: string) => {
      if (!isLanguage(locale)) return
      await provider.changeLocale(locale)
      chooseLanguage(locale)
    },
  }
}

/**
 * Adds the arguments that polyglot needs: `count`, or else `total`, chooses between singular and plural (`one ||||
 * many`); from 1000 on, counts are formatted for the language.
 */
function counted(options: Record<string, unknown> = {}): Record<string, unknown> {
  const { count = options['total'] } = options
  const long = ['count', 'total', 'from', 'to'].filter((name) => Number(options[name]) >= 1000)
  return {
    ...(typeof count === 'number' && { smart_count: count }),
    ...options,
    ...Object.fromEntries(
      long.map((name) => [name, Number(options[name]).toLocaleString(languageTag[currentLanguage()])]),
    ),
  }
}

/**
 * Starts loading the texts of the current language, so that they are available when the provider is created. A failure
 * shows then.
 */
export function preloadMessages(): void {
  sources[currentLanguage()]().catch(() => {})
}

const sources = {
  zhCN: () => import('./zhCN/index.ts'),
  zhTW: () => import('./zhTW/index.ts'),
  zhEN: () => import('./zhEN/index.ts'),
} satisfies Record<Language, () => Promise<unknown>>
