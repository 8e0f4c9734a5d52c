/** Formats a value for a sentence. */
export const quotedValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

export const joinQuoted = (values: readonly unknown[]): string => values.map(quotedValue).join(', ')

/** Suggests the name that was probably meant, else lists all that are possible. */
export function suggestName(values: readonly unknown[], value: unknown): string {
  const near = values.filter(
    (candidate) => typeof candidate === 'string' && typeof value === 'string' && isNear(candidate, value),
  )
  return near.length > 0 ? `did you mean ${near.map(quotedValue).join(' or ')}?` : `it takes ${joinQuoted(values)}.`
}

/** Whether one word may be a misspelling of the other: one letter off in short words, two in long ones. */
export const isNear = (a: string, b: string): boolean =>
  distance(a.toLowerCase(), b.toLowerCase()) <= (Math.min(a.length, b.length) > 5 ? 2 : 1)

/** Returns the edit distance of two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
