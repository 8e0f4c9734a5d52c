import { useQuery } from '@tanstack/react-query'
import { dictionaryWords } from '../../../dataProvider/calls/dictionary.ts'
import type { DictionaryType } from '../../../resources/dictionary.ts'
import { useLabel } from './useLabel.ts'

/**
 * Queries a dictionary of the platform; its words come in three languages, so that a change of language needs no
 * request.
 */
export const useWords = (type: DictionaryType) =>
  useQuery({ queryKey: ['dictionary', type], queryFn: () => dictionaryWords(type), staleTime: Infinity, retry: false })

/**
 * Returns the word of one value in the current language; dots while the dictionary loads, the number itself where the
 * word is unknown or the dictionary did not load.
 */
export function useWord(type: DictionaryType, value: unknown): string {
  const pick = useLabel()
  const { data, isPending } = useWords(type)
  const word = data?.find((candidate) => candidate.value === Number(value))
  return word ? pick(word.label) : isPending ? '…' : String(value)
}
