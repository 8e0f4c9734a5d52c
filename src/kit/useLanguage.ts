import { useLocaleState } from 'ra-core'
import { LANGUAGES, type Language } from '../../i18n/types.ts'

/** The language in use. */
export function useLanguage(): Language {
  const [locale] = useLocaleState()
  return LANGUAGES.find((known) => known === locale) ?? 'zhCN'
}
