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
