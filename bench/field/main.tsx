import { Map as LeafletMap } from 'leaflet'
import { fieldPicture } from '../../src/map/field/field.ts'
import { CanvasOverlay } from '../../src/map/field/overlay.ts'
import { paint } from '../../src/map/field/paint.ts'
import { DRAWINGS, questionOf, REACH } from '../fieldQuestion.ts'

/** Lays a picture of the field over a map as the console does, on the page's thread; what each drawing took stands in the page, ms (map.ts). */
const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('the page has no root')
root.style.width = '1440px'
root.style.height = '850px'
const map = new LeafletMap(root, { center: [38.057_64, 114.519_799], zoom: 10 })
const overlay = new CanvasOverlay(map, 'field', 250)
const picture = fieldPicture(questionOf(REACH))
const times = Array.from({ length: DRAWINGS }, () => {
  const begun = performance.now()
  paint(overlay, overlay.cover(), picture, map)
  // Drawing may be put off until somebody looks.
  overlay.canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  return performance.now() - begun
})
root.dataset['times'] = times.join()
