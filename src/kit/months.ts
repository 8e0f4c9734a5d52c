/** No month before this one is offered: times are counted from here. */
const FIRST = '1970-01'

/** A month, YYYY-MM, some months later or, with a negative number, earlier; never before the first nor after the last one offered. */
export function moveMonth(month: string, by: number, last: string): string {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  const count = year * 12 + at - 1 + by
  const moved = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
  return moved < FIRST ? FIRST : moved > last ? last : moved
}
