import { useLocaleState } from 'react-admin'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'

/** The current language. */
export function useLanguage(): Language {
  const [locale] = useLocaleState()
  return LANGUAGES.find((known) => known === locale) ?? 'zhCN'
}
