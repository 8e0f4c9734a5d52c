import { useTranslate } from 'react-admin'
import { use, useMemo } from 'react'
import { lateWords, type LateRoom, type LateWords } from '../../../i18n/late.ts'
import { useLanguage } from './useLanguage.ts'

type Translate = ReturnType<typeof useTranslate>

/**
 * Returns `translate` for a room whose texts are loaded with its components; takes whole keys, "ranking.title".
 * Suspends until they are loaded.
 */
export function useLateWords(room: LateRoom): Translate {
  const translate = useTranslate()
  const words = use(lateWords(room, useLanguage()))
  return useMemo(
    () => (key, options) => {
      const late = textIn(words, key)
      return translate(key, late === undefined ? options : { ...options, _: late })
    },
    [translate, words],
  )
}

function textIn(words: LateWords, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], words)
  return typeof found === 'string' ? found : undefined
}
