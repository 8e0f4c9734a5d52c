/** A custom property of the theme as a canvas takes it: `--c1` to `#4758d4`. */
export const colorOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#7c8696'

/** The colours lines take one after the other. */
export const LINE_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'] as const

export const lineColor = (index: number): string => LINE_COLORS[index % LINE_COLORS.length] ?? '--c1'
