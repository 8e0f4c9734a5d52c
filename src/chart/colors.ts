/**
 * A custom property of the theme as a canvas takes it: the colour that `--c1` stands for. Read once a look: reading one makes the browser lay out
 * the page at once.
 */
export function colorOf(name: string): string {
  forgetOtherLook()
  const known = colors.get(name)
  if (known !== undefined) return known
  const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'gray'
  colors.set(name, color)
  return color
}

/** The font of words on a canvas. */
export function fontFamily(): string {
  forgetOtherLook()
  return (family ??= getComputedStyle(document.body).fontFamily)
}

/** The big screen has colours of its own beside the dark theme's, and a language its own faces of Chinese. */
function forgetOtherLook(): void {
  const { dataset, lang } = document.documentElement
  const now = [dataset['theme'], dataset['screen'], lang].join()
  if (now === look) return
  look = now
  colors.clear()
  family = null
}

/** The colours lines take one after the other. */
export const LINE_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'] as const

export const lineColor = (index: number): string => LINE_COLORS[index % LINE_COLORS.length] ?? '--c1'

/**
 * The dashes of a line by its colour, CSS px, line and gap in turn: from the fifth on the hues lie closer, and are not told apart by all. Empty: a
 * whole line.
 */
export const dashOf = (color: string): readonly number[] => DASHES[color] ?? []

/** A line's swatch as a CSS background: a piece of the line. */
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
