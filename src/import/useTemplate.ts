import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { useSentence } from '../admin/fields/useSentence.ts'
import { useResourceWords } from '../admin/words.ts'
import { useCaller } from '../kit/index.ts'
import { saveCsv } from './saveCsv.ts'
import { templateOf } from './template.ts'

/**
 * Returns a function that saves the template for an import of a resource: the fields that the caller may import, in the
 * current language. Suspends until its words are loaded.
 */
export function useTemplate(resource: Resource): (encoding: 'utf-8' | 'gb18030') => Promise<void> {
  const translate = useLateWords('importing')
  const words = useResourceWords(resource)
  const pick = useLabel()
  const caller = useCaller()
  const sentence = useSentence(translate)
  return (encoding) => {
    const [header = [], ...rows] = templateOf(resource, caller, pick, sentence)
    return saveCsv(translate('importing.file.templateName', { name: words.noun }), header, rows, encoding)
  }
}
