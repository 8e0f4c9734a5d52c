import type { QueryState } from '@tanstack/react-query'
import { placeHours, type HoursQuery, type PlaceRow } from '../../dataProvider/calls/placeHours.ts'
import { levelOn } from './scale.ts'

/**
 * Loads the hours of places, with levels on the console's scales.
 * @throws WireError
 */
export const judgedHours = async (query: HoursQuery, signal?: AbortSignal): Promise<PlaceRow[]> =>
  (await placeHours(query, signal)).map(onScale)

/** Converts the levels of a place's hours to the console's scales: a sound hour far above its limit has level 3. */
export const onScale = (row: PlaceRow): PlaceRow => ({
  ...row,
  hours: row.hours.map((hour) => ({ ...hour, level: levelOn(row.medium, hour.level, hour.exceeded) })),
})

/**
 * Retry interval while every place lacks hours, ms, and the number of answers after which retries end: the first minute
 * of a screen.
 */
export const SOON_MS = 10_000
const SOON_ANSWERS = 6
/** Number of hours that may be missing from a complete answer. */
const FEW = 3

/**
 * Returns whether every place lacks hours of those `asked`, given the state of its query: a platform that has just
 * started computes its past from the newest day backwards. After a failed request the regular interval applies.
 */
export const lacksHours = (
  places: readonly { hours: readonly unknown[] }[] | undefined,
  asked: number,
  { dataUpdateCount, status }: Pick<QueryState, 'dataUpdateCount' | 'status'>,
): boolean =>
  places !== undefined &&
  status !== 'error' &&
  dataUpdateCount < SOON_ANSWERS &&
  places.every(({ hours }) => hours.length < asked - FEW)
