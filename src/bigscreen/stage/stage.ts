/** How the screen lies in its window: one box of `width` x `height` of its own px, scaled and placed; or, in a narrow window, one column that scrolls. */
export interface Stage {
  stacked: boolean
  scale: number
  width: number
  height: number
  left: number
  top: number
  /** So far reduced that its small words are drawn larger. */
  small: boolean
}

/** What the screen is drawn for. */
const WIDTH = 1920
const HEIGHT = 1080
/** Wider or narrower windows are filled: the box itself becomes wider or higher, its contents keep their size (design §5). */
const WIDEST = 2
const NARROWEST = 1.6
const STACKED_BELOW = 1200
const SMALL_BELOW = 0.8

/** The stage of a window of some CSS px (design §5). */
export function stageOf(width: number, height: number): Stage {
  if (width < STACKED_BELOW || height <= 0)
    return { stacked: true, scale: 1, width, height, left: 0, top: 0, small: false }
  const ratio = width / height
  const scale = Math.min(width / WIDTH, height / HEIGHT)
  const own = { width: ratio > WIDEST ? width / scale : WIDTH, height: ratio < NARROWEST ? height / scale : HEIGHT }
  return {
    stacked: false,
    scale,
    ...own,
    left: (width - own.width * scale) / 2,
    top: (height - own.height * scale) / 2,
    small: scale < SMALL_BELOW,
  }
}
