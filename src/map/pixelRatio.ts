/** More device pixels per CSS pixel than this are not visible, and cost memory. */
const MAX_RATIO = 2

/**
 * Returns the device pixels per CSS px of an element, also inside a scaled element such as the wall: a canvas with this
 * ratio is sharp.
 */
export function pixelRatioOf(element: HTMLElement): number {
  const scale = element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1
  return Math.min(MAX_RATIO, Math.max(1, (window.devicePixelRatio || 1) * scale))
}
