import { nameOrNumber } from '../../resources/kit/named.ts'
import { call } from '../http.ts'
import { integer, readRecords } from '../normalise.ts'

/** A display screen as the top bar offers it (spec 1 §3). */
export interface DisplayName {
  id: number
  name: string
  district_id: number | null
  project_id: number | null
}

/** The display screens the user may see. */
export async function displayNames(signal?: AbortSignal): Promise<DisplayName[]> {
  return readRecords(await call('GET', 'godbDatashowNameList', { signal })).flatMap((row) => {
    const id = integer(row['id'])
    return id === null
      ? []
      : [
          {
            id,
            name: nameOrNumber(id, row['name']),
            district_id: integer(row['district_id']),
            project_id: integer(row['project_id']),
          },
        ]
  })
}
