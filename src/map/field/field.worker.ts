import { fieldPicture, type FieldQuestion } from './field.ts'
import { paint, type FieldLook } from './paint.ts'

/** Works fields out and paints them away from the page, so that it goes on answering; `id` is that of the question. */
self.addEventListener('message', ({ data: { id, question, look } }: MessageEvent<FieldAsked>) => {
  const picture = paint(fieldPicture(question), question, look)
  self.postMessage({ id, picture } satisfies FieldAnswer, { transfer: [picture] })
})

export interface FieldAsked {
  id: number
  question: FieldQuestion
  look: FieldLook
}

export interface FieldAnswer {
  id: number
  /** As it is shown, pixel for pixel. */
  picture: ImageBitmap
}
