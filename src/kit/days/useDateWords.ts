import { languageTag } from '../../../i18n/types.ts'
import { useLanguage } from '../hooks/useLanguage.ts'

/** Parts of a calendar day or month in the words of the language; takes a date as `dateOf` makes it. */
export function useDateWords(): (date: Date, parts: Intl.DateTimeFormatOptions) => string {
  const tag = languageTag[useLanguage()]
  return (date, parts) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...parts }).format(date)
}
