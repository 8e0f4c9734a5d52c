import type { Store } from 'ra-core'
import { chooseLanguage, currentLanguage, isLanguage } from '../../../i18n/language.ts'

/** react-admin keeps the language in its store under `locale`; here that entry is the product's own `language`, so that there is one. */
export function withLanguage(store: Store): Store {
  return {
    ...store,
    getItem: <T>(key: string, fallback?: T) =>
      key === 'locale' ? (currentLanguage() as T) : store.getItem<T>(key, fallback),
    setItem: <T>(key: string, value: T) => {
      if (key === 'locale' && isLanguage(value)) chooseLanguage(value)
      store.setItem(key, value)
    },
  }
}
