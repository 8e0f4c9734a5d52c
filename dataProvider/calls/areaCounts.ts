import { call } from '../http.ts'
import { integer, readRecords } from '../normalise.ts'

/**
 * Returns how many records of a list each area contains directly, without the areas below it: GET {noun}/areas, an
 * extension ("areas" in the capabilities). `project` null: over all records that the caller may see.
 */
export async function areaCounts(
  noun: string,
  project: number | null,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const answer = await call('GET', `${noun}/areas`, { query: project === null ? {} : { pro_id: project }, signal })
  return new Map(readRecords(answer).map((row) => [integer(row['district_id']) ?? 0, integer(row['count']) ?? 0]))
}
