import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { uploadImage } from '../../../../dataProvider/http.ts'
import { messageOf } from '../../../kit/index.ts'
import { pictureProblem } from './pictures.ts'

/**
 * Uploads a picture: `sent` is the fraction sent so far (null: no upload under way), `problem` a sentence about the
 * last attempt.
 */
export function useUpload(onStored: (path: string) => void, onEnd: () => void) {
  const translate = useTranslate()
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = async (picture: File | undefined): Promise<void> => {
    if (!picture) return
    const wrong = pictureProblem(picture)
    setProblem(wrong && translate(wrong.key, wrong.args))
    if (wrong) return
    setSent(0)
    try {
      onStored(await uploadImage(picture, setSent))
    } catch (failure) {
      setProblem(messageOf(failure, translate))
    } finally {
      setSent(null)
      onEnd()
    }
  }
  return { upload, sent, problem }
}
