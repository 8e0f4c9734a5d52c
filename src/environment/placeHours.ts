import type { QueryState } from '@tanstack/react-query'
import { placeHours, type HoursQuery, type PlaceRow } from '../../dataProvider/calls/placeHours.ts'
import { levelOn } from './scale.ts'

/** What places were like hour by hour, each hour's level on our scales. Throws WireError. */
export const judgedHours = async (query: HoursQuery, signal?: AbortSignal): Promise<PlaceRow[]> =>
  (await placeHours(query, signal)).map(onScale)

/** A place with the levels of its hours on our scales: of sound an hour far above its limit is of the third. */
export const onScale = (row: PlaceRow): PlaceRow => ({
  ...row,
  hours: row.hours.map((hour) => ({ ...hour, level: levelOn(row.medium, hour.level, hour.exceeded) })),
})

/** How soon hours are asked for again while every place lacks some, ms, and after how many answers no more: the first minute of a screen. */
export const SOON_MS = 10_000
const SOON_ANSWERS = 6
/** Hours that may be missing of a place that is told as far as it will be. */
const FEW = 3

/**
 * Whether every place lacks hours of those `asked`, by the state of their question: a platform that has just begun works its past out from the newest day on.
 * Where the last answer was a refusal, it is asked again no sooner than ever.
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
