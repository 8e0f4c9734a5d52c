import type { Zone } from '../../resources/kit/zone.ts'

/** Query parameter for the past moment that a page shows, ms since the epoch: ?moment=1795262400000. */
const NAME = 'moment'

/**
 * Returns the past moment in an address, ms since the epoch; null if the page shows the present, or the moment is
 * unreadable.
 */
export function readMoment(search: URLSearchParams): number | null {
  const moment = Number(search.get(NAME))
  return Number.isInteger(moment) && moment > 0 && moment < 1e14 ? moment : null
}

/** Returns a past moment (ms since the epoch) as the console writes it, "11-22 03:12". */
export const momentText = (moment: number, zone: Zone): string => zone.full(moment).slice(5, 16)

/**
 * Returns the past moment that the page in view shows, ms since the epoch. Only the live page shows one; its video view
 * is always of the present.
 */
export const shownMoment = ({ pathname, search }: { pathname: string; search: string }): number | null => {
  const asked = new URLSearchParams(search)
  return pathname === '/monitor/data' && asked.get('mode') !== 'video' ? readMoment(asked) : null
}

/** Returns the same address without the moment: it shows the present. */
export function withoutMoment(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(NAME)
  return next
}
