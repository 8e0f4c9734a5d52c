/** At most so many bytes of UTF-8, cut between characters, with an ellipsis where something is gone. */
export function clipped(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  const cut = Buffer.from(text)
    .subarray(0, Math.max(0, max - 3))
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return `${cut}…`
}
