import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'

export interface AreaVideo {
  id: number
  name: string
  /** As stored: an address of any kind, or the path of an uploaded picture. */
  url: string
  /** 1 is an uploaded picture (spec 2 §2). */
  type: number
  district_id: number | null
  /** Location, as JSON text like a device's; null if it is not set. */
  positional: string | null
}

/**
 * Returns the videos of several areas and the areas below them (wire.md, "Live state and history"), each video once, in
 * the platform's order.
 *
 * @throws WireError
 */
export async function areaVideos(areas: readonly number[], signal?: AbortSignal): Promise<AreaVideo[]> {
  const answers = await Promise.all(areas.map((area) => call('GET', `godbVideoshowByDistrictId/${area}`, { signal })))
  const found = answers.flatMap(readRecords).flatMap((row): [number, AreaVideo][] => {
    const [id, url] = [integer(row['id']), readText(row['video_url']).trim()]
    if (id === null || url === '') return []
    return [
      [
        id,
        {
          id,
          name: readText(row['video_name']),
          url,
          type: readNumber(row['video_type']) ?? 0,
          district_id: integer(row['district_id']),
          positional: readText(row['positional']) || null,
        },
      ],
    ]
  })
  return [...new Map(found).values()]
}
