import { mayOpen, type Caller } from './kit/access.ts'

/** The extension a platform announces where a step of review can be granted; one without it goes by the areas of a user alone. */
export const REVIEW_STEPS = 'review-steps'

/** Key of the page of data quality, and of its buttons "City review" and "Province review". */
export const QUALITY_KEY = '2-8'
export const CITY_REVIEW_KEY = '2-8-1'
export const PROVINCE_REVIEW_KEY = '2-8-2'

/**
 * At which step a caller reviews data: 3 (the province) for the super administrator and by right, 2 (the city) for who manages all of a project and by right,
 * else 1 (the station). A right lifts a step, and none is needed for what the areas say: users of before keep theirs.
 */
export function reviewStep(caller: Caller): 1 | 2 | 3 {
  if (mayOpen(caller, PROVINCE_REVIEW_KEY)) return 3
  return caller.districts.length === 0 || mayOpen(caller, CITY_REVIEW_KEY) ? 2 : 1
}
