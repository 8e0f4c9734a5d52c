/** The past moment that a page shows stands in its address, epoch ms: ?moment=1795262400000. */
const NAME = 'moment'

/** The past moment that an address names, epoch ms; null: it shows now, or names none that can be read. */
export function readMoment(search: URLSearchParams): number | null {
  const moment = Number(search.get(NAME))
  return Number.isInteger(moment) && moment > 0 && moment < 1e14 ? moment : null
}

/** The past moment that the page in view shows, epoch ms: the live page alone does, and its videos are of now. */
export const shownMoment = ({ pathname, search }: { pathname: string; search: string }): number | null => {
  const asked = new URLSearchParams(search)
  return pathname === '/monitor/data' && asked.get('mode') !== 'video' ? readMoment(asked) : null
}

/** The same address, showing now. */
export function withoutMoment(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(NAME)
  return next
}
