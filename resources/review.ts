import { mayOpen, type Caller } from './kit/access.ts'

/** Extension of platforms where a review step can be granted; other platforms decide only by the areas of a user. */
export const REVIEW_STEPS = 'review-steps'

/** Key of the data quality page, and of its buttons "City review" and "Province review". */
export const QUALITY_KEY = '2-8'
export const CITY_REVIEW_KEY = '2-8-1'
export const PROVINCE_REVIEW_KEY = '2-8-2'

/**
 * Returns the step at which a caller reviews data: 3 (province) for the super administrator and with the permission, 2
 * (city) for callers who manage all areas of a project and with the permission, else 1 (station). A permission only
 * raises the step; the step by areas needs none, so that existing users keep theirs.
 */
export function reviewStep(caller: Caller): 1 | 2 | 3 {
  if (mayOpen(caller, PROVINCE_REVIEW_KEY)) return 3
  return caller.districts.length === 0 || mayOpen(caller, CITY_REVIEW_KEY) ? 2 : 1
}
