import { useLocale, useTranslate } from 'react-admin'
import { useCallback } from 'react'
import { plainArgs } from '../../../i18n/args.ts'
import { isLanguage } from '../../../i18n/language.ts'
import type { Args } from '../../../resources/kit/rules.ts'

/**
 * Returns `translate` for sentences about problems, whose arguments may be labels; `late`: the translate function of
 * words that are loaded together with the component that shows them.
 */
export function useSentence(late?: ReturnType<typeof useTranslate>): (key: string, args?: Args) => string {
  const known = useTranslate()
  const translate = late ?? known
  const locale = useLocale()
  return useCallback(
    (key, args = {}) => translate(key, plainArgs(args, isLanguage(locale) ? locale : 'zhCN')),
    [translate, locale],
  )
}
