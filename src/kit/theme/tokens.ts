/** Reads custom properties of tokens.css off the document: `token('--alarm')`. */
export type ReadToken = (name: `--${string}`) => string

/**
 * A reader of the tokens in force now. Colours are written in style sheets as var(--x); only what must be a value (the MUI palette,
 * canvases) reads it here. Without style sheets, as in tests, every token reads as a mid grey.
 */
export function tokenReader(): ReadToken {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(name).trim() || '#808080'
}
