import { languageTag } from '../../../i18n/types.ts'
import { useLanguage } from '../hooks/useLanguage.ts'

/**
 * Returns a formatter for parts of a calendar day or month in the console's language; it takes a date made by `dateOf`.
 */
export function useDateWords(): (date: Date, parts: Intl.DateTimeFormatOptions) => string {
  const tag = languageTag[useLanguage()]
  return (date, parts) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...parts }).format(date)
}
