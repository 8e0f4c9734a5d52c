/** How many rows a page may have. */
export const PAGE_SIZES: readonly number[] = [10, 20, 50]

/** The pages a pager shows, with null for a gap: the first, the last, and those around the present one; at most seven places. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return range(1, pages)
  if (page <= 4) return [...range(1, 5), null, pages]
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)]
  return [1, null, page - 1, page, page + 1, null, pages]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
