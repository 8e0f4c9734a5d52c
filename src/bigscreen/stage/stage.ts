/**
 * How the screen is placed in its window: one box of `width` x `height` of its own px, scaled and positioned; or, in a
 * narrow window, one scrolling column.
 */
export interface Stage {
  stacked: boolean
  scale: number
  width: number
  height: number
  left: number
  top: number
  /** Scaled down so far that small texts are drawn larger. */
  small: boolean
}

/** The size for which the screen is designed. */
const WIDTH = 1920
const HEIGHT = 1080
/**
 * Outside this range of aspect ratios the box itself becomes wider or higher and fills the window, while its contents
 * keep their size; within it the box is centred with margins (design §5).
 */
const WIDEST = 2
const NARROWEST = 1.6
const STACKED_BELOW = 1200
const SMALL_BELOW = 0.8

/** Returns the stage for a window size in CSS px (design §5). */
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
