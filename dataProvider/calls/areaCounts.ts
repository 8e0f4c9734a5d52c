import { call } from '../http.ts'
import { integer, readRecords } from '../normalise.ts'

/**
 * How many records of a list each area holds itself: GET {noun}/areas, an extension ("areas" in the capabilities). `project` null: of all that the
 * caller may see.
 */
export async function areaCounts(
  noun: string,
  project: number | null,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const answer = await call('GET', `${noun}/areas`, { query: project === null ? {} : { pro_id: project }, signal })
  return new Map(readRecords(answer).map((row) => [integer(row['district_id']) ?? 0, integer(row['count']) ?? 0]))
}
