import polyglotI18nProvider from 'ra-i18n-polyglot'
import { menuLabels, resourceLabels } from './labels.ts'
import { chooseLanguage, currentLanguage, isLanguage, languageName } from './language.ts'
import { LANGUAGES, languageTag, type Language } from './types.ts'

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
    translate: (key: string, options?: Record<string, unknown>) => provider.translate(key, counted(options)),
    changeLocale: async (locale: string) => {
      if (!isLanguage(locale)) return
      await provider.changeLocale(locale)
      chooseLanguage(locale)
    },
  }
}

/**
 * `count`, or else `total`, chooses between a sentence's singular and plural (`one |||| many`); from 1000 on, numbers of things are written as the
 * language writes them.
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

/** Starts loading the words of the language in use, so that they are there when the provider is made. A failure shows then. */
export function preloadMessages(): void {
  sources[currentLanguage()]().catch(() => {})
}

const sources = {
  zhCN: () => import('./zhCN/index.ts'),
  zhTW: () => import('./zhTW/index.ts'),
  zhEN: () => import('./zhEN/index.ts'),
} satisfies Record<Language, () => Promise<unknown>>
