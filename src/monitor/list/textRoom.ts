/**
 * Returns whether a text in the console's fonts may be wider than `width`, px. Text that cannot be wider needs no clip,
 * and the clips of hundreds of texts take a tenth of a frame while scrolling. Overestimates; unknown characters count
 * as infinitely wide.
 */
export function mayExceed(text: string, width: number, fontSize: number): boolean {
  let ems = 0
  for (let at = 0; at < text.length; at++) ems += widthOf(text.charCodeAt(at))
  return ems * fontSize > width
}

/** Returns an upper bound of a character's width, em. */
function widthOf(code: number): number {
  if (code < 0x80) return WIDE_LETTERS.has(code) || (code >= 0x41 && code <= 0x5a) ? 1 : 0.7
  if (code <= 0xff || (code >= 0x2070 && code <= 0x209f)) return 0.8
  return FULL_WIDTH.some(([first, last]) => code >= first && code <= last) ? 1.05 : Infinity
}

/** Ideographs, Greek, the minus sign, ℃ and full-width punctuation. */
const FULL_WIDTH = [
  [0x4e00, 0x9fff],
  [0x370, 0x3ff],
  [0x2212, 0x2212],
  [0x2103, 0x2103],
  [0x3001, 0x3002],
  [0xff01, 0xff5e],
] as const

const WIDE_LETTERS: ReadonlySet<number> = new Set([...'mw%@&'].map((letter) => letter.charCodeAt(0)))
