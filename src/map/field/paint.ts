import type { Map as LeafletMap } from 'leaflet'
import type { FieldPicture } from './field.ts'
import { resolveColors, type CanvasOverlay, type Cover } from './overlay.ts'

/** Side of a cell, px: finer is not seen, the picture is smoothed between them. */
export const CELL = 8

/** Lays a picture of the field, of cells of CELL px, and its isolines over what a canvas covers. */
export function paint(overlay: CanvasOverlay, cover: Cover, picture: FieldPicture, map: LeafletMap): void {
  const context = overlay.begin(cover)
  const small = document.createElement('canvas')
  small.width = picture.columns
  small.height = picture.rows
  const pixels = small.getContext('2d')
  if (!context || !pixels) return
  pixels.putImageData(new ImageData(picture.pixels, picture.columns, picture.rows), 0, 0)
  // A pixel stands for the point in its middle.
  context.imageSmoothingQuality = 'high'
  context.drawImage(small, -CELL / 2, -CELL / 2, picture.columns * CELL, picture.rows * CELL)
  const [ink = [0, 0, 0]] = resolveColors(map.getContainer(), ['var(--text)'])
  context.lineCap = 'round'
  for (const { isLimit, strength, ends } of picture.lines) {
    context.strokeStyle = `rgba(${ink.join()}, ${(0.62 * strength).toFixed(2)})`
    context.lineWidth = isLimit ? 1.5 : 0.8
    context.beginPath()
    for (let at = 0; at < ends.length; at += 4) {
      context.moveTo(ends[at] ?? 0, ends[at + 1] ?? 0)
      context.lineTo(ends[at + 2] ?? 0, ends[at + 3] ?? 0)
    }
    context.stroke()
  }
  // Says for tests and eyes that it is there.
  overlay.canvas.dataset['drawn'] = 'true'
}
