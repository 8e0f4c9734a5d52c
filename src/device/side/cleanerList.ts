import { isRecord } from '../../../resources/kit/record.ts'
import { readNumber, readText } from '../../../dataProvider/normalise.ts'

/** A cleaner of a public toilet, from a device's json_data (spec 1 §3). */
export interface Cleaner {
  name: string
  car_num: string
  /** A value that the platform does not send is null. */
  good: number | null
  /** As the platform spells it. */
  nomal: number | null
  bad: number | null
  status: 'waiting' | 'out' | 'in' | null
}

/** Parses the cleaner_list of a json_data text; empty if there is none or it cannot be read. */
export function cleanersOf(json: string | null): Cleaner[] {
  const list = isRecord(parsed(json)) ? (parsed(json) as Record<string, unknown>)['cleaner_list'] : null
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).map((row) => {
    const status = readNumber(row['status'])
    return {
      name: readText(row['name']),
      car_num: readText(row['car_num']),
      good: readNumber(row['good']),
      nomal: readNumber(row['nomal']),
      bad: readNumber(row['bad']),
      status: status === null ? null : status > 0 ? 'in' : status < 0 ? 'waiting' : 'out',
    }
  })
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return null
  }
}
