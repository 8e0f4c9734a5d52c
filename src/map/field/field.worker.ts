import { fieldPicture, type FieldQuestion } from './field.ts'
import { paint, type FieldLook, type Painting } from './paint.ts'

let painting: Painting | null = null

/** Computes and paints fields off the main thread; `id` identifies the request. */
self.addEventListener('message', ({ data: { id, question, look } }: MessageEvent<FieldAsked>) => {
  painting = paint(fieldPicture(question), question, look, painting)
  const picture = bitmapOf(painting)
  self.postMessage({ id, picture } satisfies FieldAnswer, { transfer: [picture] })
})

export interface FieldAsked {
  id: number
  question: FieldQuestion
  look: FieldLook
}

export interface FieldAnswer {
  id: number
  /**
   * To be placed over the map: pixel for pixel, or with fewer pixels and smoothed if the screen has more than
   * MAX_PIXELS (paint.ts).
   */
  picture: ImageBitmap
}

/** @throws Error if the browser provides no canvas for it */
function bitmapOf({ width, height, pixels }: Painting): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw the field on')
  context.putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas.transferToImageBitmap()
}
