import { fieldPicture, type FieldPicture, type FieldQuestion } from './field.ts'

/** Draws fields away from the page, so that it goes on answering; `id` is that of the question. */
self.addEventListener('message', ({ data: { id, question } }: MessageEvent<FieldAsked>) => {
  const picture = fieldPicture(question)
  self.postMessage({ id, picture } satisfies FieldAnswer, {
    transfer: [picture.pixels.buffer, ...picture.lines.map(({ ends }) => ends.buffer)],
  })
})

export interface FieldAsked {
  id: number
  question: FieldQuestion
}

export interface FieldAnswer {
  id: number
  picture: FieldPicture
}
