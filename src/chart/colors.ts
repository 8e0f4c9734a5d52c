/** A custom property of the theme as a canvas takes it: the colour that `--c1` stands for. Read once a theme: reading one makes the browser lay out the page at once. */
export function colorOf(name: string): string {
  const now = document.documentElement.dataset['theme']
  if (now !== theme) colors.clear()
  theme = now
  const known = colors.get(name)
  if (known !== undefined) return known
  const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'gray'
  colors.set(name, color)
  return color
}

/** The font of words on a canvas. */
export const fontFamily = (): string => (family ??= getComputedStyle(document.body).fontFamily)

/** The colours lines take one after the other. */
export const LINE_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'] as const

export const lineColor = (index: number): string => LINE_COLORS[index % LINE_COLORS.length] ?? '--c1'

const colors = new Map<string, string>()
let theme: string | undefined
let family: string | null = null
