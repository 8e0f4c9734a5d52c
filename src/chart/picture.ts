import type uPlot from 'uplot'
import { colorOf, dashOf, fontFamily } from './colors.ts'
import type { Line } from './model.ts'

/**
 * Returns the drawn chart as a self-contained picture: with its title and the names of its lines above, on the theme's
 * background.
 */
export function pictureOf(
  { ctx: { canvas }, width }: uPlot,
  label: string,
  lines: readonly Line[],
): HTMLCanvasElement | null {
  const paper = document.createElement('canvas').getContext('2d')
  if (!paper) return null
  const scale = canvas.width / width
  const font = fontFamily()
  paper.font = `${12 * scale}px ${font}`
  const names = lines.map(({ label: name, unit, color }) => ({ words: `${name} ${unit}`.trim(), color }))
  const rows = wrapped(
    names,
    canvas.width - 2 * EDGE * scale,
    ({ words }) => paper.measureText(words).width + BETWEEN * scale,
  )
  const top = (TITLE + rows.length * ROW + GAP) * scale
  // Resizing a canvas resets its font.
  paper.canvas.width = canvas.width
  paper.canvas.height = canvas.height + top
  paper.fillStyle = colorOf('--surface')
  paper.fillRect(0, 0, paper.canvas.width, paper.canvas.height)
  paper.textBaseline = 'middle'
  paper.fillStyle = colorOf('--text')
  paper.font = `600 ${14 * scale}px ${font}`
  paper.fillText(label, EDGE * scale, (TITLE / 2 + 2) * scale, canvas.width - 2 * EDGE * scale)
  paper.font = `${12 * scale}px ${font}`
  rows.forEach((row, index) => {
    let left = EDGE * scale
    const middle = (TITLE + (index + 0.5) * ROW) * scale
    for (const { words, color } of row) {
      paper.strokeStyle = colorOf(color)
      paper.lineWidth = 3 * scale
      paper.setLineDash(dashOf(color).map((length) => length * scale))
      paper.beginPath()
      paper.moveTo(left, middle)
      paper.lineTo(left + 12 * scale, middle)
      paper.stroke()
      paper.fillStyle = colorOf('--text2')
      paper.fillText(words, left + 18 * scale, middle)
      left += paper.measureText(words).width + BETWEEN * scale
    }
  })
  paper.drawImage(canvas, 0, top)
  return paper.canvas
}

/** Returns pictures of the same width, one below the other, as a PNG; null if there are none. */
export function pngOf(pictures: readonly HTMLCanvasElement[]): Promise<Blob | null> {
  const paper = document.createElement('canvas').getContext('2d')
  if (!paper || pictures.length === 0) return Promise.resolve(null)
  paper.canvas.width = Math.max(...pictures.map(({ width }) => width))
  paper.canvas.height = pictures.reduce((sum, { height }) => sum + height, 0)
  let top = 0
  for (const picture of pictures) {
    paper.drawImage(picture, 0, top)
    top += picture.height
  }
  return new Promise((resolve) => paper.canvas.toBlob(resolve, 'image/png'))
}

/** CSS px. */
const TITLE = 36
const ROW = 20
const GAP = 8
const EDGE = 16
/** Width of a name's swatch and the space after it, CSS px. */
const BETWEEN = 38

/** Arranges items in rows of at most `width`. */
function wrapped<T>(items: readonly T[], width: number, widthOf: (item: T) => number): T[][] {
  const rows: T[][] = []
  let used = Infinity
  for (const item of items) {
    const needed = widthOf(item)
    if (used + needed > width) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(item)
    used += needed
  }
  return rows
}
