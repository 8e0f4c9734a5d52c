/** More pixels than this for one of CSS are not seen, and cost memory. */
const MAX_RATIO = 2

/** Pixels of the screen for one CSS px of an element, also inside of what is scaled as the wall is: a canvas of so many is sharp. */
export function pixelRatioOf(element: HTMLElement): number {
  const scale = element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1
  return Math.min(MAX_RATIO, Math.max(1, (window.devicePixelRatio || 1) * scale))
}
