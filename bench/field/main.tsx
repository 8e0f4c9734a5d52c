import { Map as LeafletMap } from 'leaflet'
import { fieldPicture, type FieldQuestion } from '../../src/map/field/field.ts'
import type { FieldAnswer, FieldAsked } from '../../src/map/field/field.worker.ts'
import { CanvasOverlay } from '../../src/map/field/overlay.ts'
import { paint, type FieldLook, type Painting } from '../../src/map/field/paint.ts'
import { ALL, DRAWINGS, LARGE, questionOf, REACH } from '../fieldQuestion.ts'

/**
 * Has the worker draw the field and lays it over a map, as the console does; the page shows how long each drawing took,
 * ms (map.ts).
 */
const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('the page has no root')
root.style.width = '1440px'
root.style.height = '850px'
const map = new LeafletMap(root, { center: [38.057_64, 114.519_799], zoom: 10 })
const overlay = new CanvasOverlay(map, 'field', 250)
const worker = new Worker(new URL('../../src/map/field/field.worker.ts', import.meta.url), { type: 'module' })

const look: FieldLook = { ink: [20, 30, 40], ratio: 1 }

const drawn = (question: FieldQuestion, ratio: number): Promise<ImageBitmap> =>
  new Promise((resolve) => {
    const take = ({ data }: MessageEvent<FieldAnswer>) => resolve(data.picture)
    worker.addEventListener('message', take, { once: true })
    worker.postMessage({ id: 0, question, look: { ...look, ratio } } satisfies FieldAsked, {})
  })

/**
 * Time that the page's thread is busy in its next frame, ms: from its callbacks until it is free again, including what
 * it hands to the compositor.
 */
const frame = (): Promise<number> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const begun = performance.now()
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - begun))
      port1.start()
      port2.postMessage(null)
    }),
  )

/**
 * Draws a field for a screen with `ratio` device pixels a px and lays it over the map. Returns the worker's time and
 * the time of the page's thread.
 */
async function draw(question: FieldQuestion, ratio = 1): Promise<{ worked: number; laid: number }> {
  const asked = performance.now()
  const picture = await drawn(question, ratio)
  const begun = performance.now()
  overlay.lay(overlay.cover(), picture)
  const laid = performance.now() - begun
  return { worked: begun - asked, laid: laid + (await frame()) }
}

const usual: number[] = []
const wide: number[] = []
const dense: number[] = []
const large: number[] = []
const laid: number[] = []
const workedOut: number[] = []
const painted: number[] = []
for (let run = 0; run < DRAWINGS; run++)
  for (const [times, question, ratio] of [
    [usual, questionOf(REACH), 1],
    [wide, questionOf(ALL), 1],
    [dense, questionOf(REACH), 2],
    [large, questionOf(REACH, LARGE), 1],
  ] as const) {
    // One after the other: a picture is requested once the one before is visible.
    const drawing = await draw(question, ratio)
    times.push(drawing.worked)
    laid.push(drawing.laid)
  }
// The worker's computation, run here, where each part can be timed; the rest of the worker's time is the transfer to
// and fro and making the picture.
let painting: Painting | null = null
for (let run = 0; run < DRAWINGS; run++) {
  const question = questionOf(REACH)
  const begun = performance.now()
  const picture = fieldPicture(question)
  const worked = performance.now()
  painting = paint(picture, question, look, painting)
  workedOut.push(worked - begun)
  painted.push(performance.now() - worked)
}
root.dataset['drawn'] = JSON.stringify({ usual, wide, dense, large, laid, workedOut, painted })
