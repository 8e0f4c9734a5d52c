/** Cuts a text to at most `max` bytes of UTF-8, between characters, with an ellipsis where it was cut. */
export function clipText(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  const cut = Buffer.from(text)
    .subarray(0, Math.max(0, max - 3))
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return `${cut}…`
}
