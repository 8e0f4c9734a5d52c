/** Entries of the legend on one page. */
export const PER_PAGE = 6
/** Characters of a label on one line (spec 1 §9). */
export const WRAP_AT = 10

export const pageCount = (entries: number): number => Math.max(1, Math.ceil(entries / PER_PAGE))

/** The entries of a page, counted from 0; a page that is no more becomes the last one. */
export function pageOf<T>(entries: readonly T[], page: number): readonly T[] {
  const at = Math.min(Math.max(0, page), pageCount(entries.length) - 1)
  return entries.slice(at * PER_PAGE, (at + 1) * PER_PAGE)
}

/** Lines of a label: more would take the room of the picture above. */
export const MAX_LINES = 2

/** A label in lines of ten characters at most; what is too long for its lines ends in an ellipsis. A character is what the reader takes for one, so that none is torn apart. */
export function wrapLabel(label: string): string[] {
  const all = [...segmenter.segment(label)].map(({ segment }) => segment)
  const characters = all.length > WRAP_AT * MAX_LINES ? [...all.slice(0, WRAP_AT * MAX_LINES - 1), '…'] : all
  const lines: string[] = []
  for (let at = 0; at < characters.length; at += WRAP_AT) lines.push(characters.slice(at, at + WRAP_AT).join(''))
  return lines.length > 0 ? lines : ['']
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
