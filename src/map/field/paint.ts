import type { FieldPicture, FieldQuestion } from './field.ts'

/** How the page shows a picture. */
export interface FieldLook {
  /** Of the isolines: red, green and blue, 0 to 255. */
  ink: readonly [number, number, number]
  /** Pixels of the screen for one px. */
  ratio: number
}

/** Times the picture's points that are rounded off; from there on straight lines between them look the same, and cost a fraction. */
const FINER = 2

/**
 * Paints a picture of the field and its isolines in the size in which it is shown. For a worker: without a GPU it takes tens of ms.
 *
 * @throws Error where the browser gives no canvas to draw on
 */
export function paint(
  { columns, rows, pixels, lines }: FieldPicture,
  { width, height, step }: Pick<FieldQuestion, 'width' | 'height' | 'step'>,
  { ink, ratio }: FieldLook,
): ImageBitmap {
  const points = canvasOf(columns, rows)
  points.context.putImageData(new ImageData(pixels, columns, rows), 0, 0)
  const finer = canvasOf(FINER * columns, FINER * rows)
  finer.context.imageSmoothingQuality = 'high'
  finer.context.drawImage(points.canvas, 0, 0, FINER * columns, FINER * rows)
  const { canvas, context } = canvasOf(Math.round(width * ratio), Math.round(height * ratio))
  context.scale(ratio, ratio)
  context.imageSmoothingQuality = 'low'
  // A pixel stands for the point in its middle.
  context.drawImage(finer.canvas, -step / 2, -step / 2, columns * step, rows * step)
  // Round ends would cost several times as much; segments are short and hardly bend.
  context.lineCap = 'square'
  for (const { isLimit, strength, ends } of lines) {
    context.strokeStyle = `rgba(${ink.join()}, ${(0.62 * strength).toFixed(2)})`
    context.lineWidth = isLimit ? 1.5 : 0.8
    context.beginPath()
    for (let at = 0; at < ends.length; at += 4) {
      context.moveTo(ends[at] ?? 0, ends[at + 1] ?? 0)
      context.lineTo(ends[at + 2] ?? 0, ends[at + 3] ?? 0)
    }
    context.stroke()
  }
  return canvas.transferToImageBitmap()
}

function canvasOf(width: number, height: number) {
  // A map that is not laid out yet has no size, of which there is no picture.
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw the field on')
  return { canvas, context }
}
