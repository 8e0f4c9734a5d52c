/**
 * Returns the value of a theme's custom property for canvas use: the colour of `--c1`. Cached per look, since reading
 * one forces a layout.
 */
export function colorOf(name: string): string {
  forgetOtherLook()
  const known = colors.get(name)
  if (known !== undefined) return known
  const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'gray'
  colors.set(name, color)
  return color
}

/** Returns the font of canvas texts. */
export function fontFamily(): string {
  forgetOtherLook()
  return (family ??= getComputedStyle(document.body).fontFamily)
}

/**
 * Clears the cache when the look changes: the big screen has colours of its own beside the dark theme's, and each
 * language has its own Chinese fonts.
 */
function forgetOtherLook(): void {
  const { dataset, lang } = document.documentElement
  const now = [dataset['theme'], dataset['screen'], lang].join()
  if (now === look) return
  look = now
  colors.clear()
  family = null
}

/** The colours of lines, in order of use. */
export const LINE_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'] as const

export const lineColor = (index: number): string => LINE_COLORS[index % LINE_COLORS.length] ?? '--c1'

/**
 * Returns the dashes of a line by its colour, CSS px, dash and gap alternating: from the fifth colour on the hues are
 * closer, and not everyone can tell them apart. Empty: a solid line.
 */
export const dashOf = (color: string): readonly number[] => DASHES[color] ?? []

/** Returns a line's swatch as a CSS background: a piece of the line. */
export function swatchOf(color: string): string {
  const ink = colorOf(color)
  const dash = dashOf(color)
  if (dash.length === 0) return ink
  let end = 0
  const stops = dash.map((length, index) => `${index % 2 === 0 ? ink : 'transparent'} ${end}px ${(end += length)}px`)
  return `repeating-linear-gradient(90deg, ${stops.join(', ')})`
}

const DASHES: Readonly<Record<string, readonly number[]>> = {
  '--c5': [6, 3],
  '--c6': [2, 3],
  '--c7': [8, 3, 2, 3],
  '--c8': [4, 2],
}

const colors = new Map<string, string>()
let look = ''
let family: string | null = null
