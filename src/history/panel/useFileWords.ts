import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { useClassWords } from '../../environment/useClassWords.ts'
import type { FileWords } from './historyFile.ts'

/** Returns the texts of an exported history in the current language. */
export function useFileWords(): FileWords {
  const translate = useTranslate()
  const classes = useClassWords()
  return useMemo(
    () => ({
      time: translate('history.time'),
      index: (name) => translate('history.file.index', { name }),
      level: (name) => translate('history.file.level', { name }),
      standard: (name) => translate('history.file.standard', { name }),
      quality: (name) => translate('history.file.quality', { name }),
      classOf: (judged) => classes.full(judged),
      standardOf: (judged) => classes.law(judged),
      flag: (kind, value) => translate(`history.file.${kind}`, { value }),
    }),
    [translate, classes],
  )
}
