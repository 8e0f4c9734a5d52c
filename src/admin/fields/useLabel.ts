import { useLocale } from 'react-admin'
import { useMemo } from 'react'
import { isLanguage } from '../../../i18n/language.ts'
import { picker } from '../../../i18n/labels.ts'
import type { Label } from '../../../resources/kit/define.ts'

/** Returns a function that picks a definition's text in the current language. */
export function useLabel(): (label: Label) => string {
  const locale = useLocale()
  return useMemo(() => picker(isLanguage(locale) ? locale : 'zhCN'), [locale])
}

/**
 * Returns a function that picks a definition's text for use inside a sentence: English words lose their capital,
 * abbreviations keep it.
 */
export function useInnerLabel(): (label: Label) => string {
  const pick = useLabel()
  const locale = useLocale()
  return useMemo(() => (label) => (locale === 'zhEN' ? lowered(pick(label)) : pick(label)), [pick, locale])
}

const lowered = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
