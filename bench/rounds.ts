import { setTimeout as pause } from 'node:timers/promises'
import { hourStart } from '../server/storage/dirtyHours.ts'
import { requestOf } from './fleet.ts'

/** Devices that send in turns. */
export const DEVICES = 1000
/** From one value of a node to its next, ms: as long as a change of the fleet's values may take. */
export const STEP = 5_000
/**
 * How old the going hour has to be, ms, so that some ninety rounds fit into it: an hour that is over is rolled up again and again while values come
 * in, which those of a city do not bring about.
 */
const ROOM = 8 * 60_000

let [sent, begun] = [0, 0]

/** Begins the rounds anew, for a server that knows no values; resolves once there is room for them in the hour that goes on. */
export async function beginRounds(): Promise<void> {
  const hour = hourStart(Date.now())
  await pause(hour + ROOM - Date.now())
  ;[sent, begun] = [0, hour]
}

/** The next request: devices in turn, and a new time once each had its turn. */
export function next(items: number): string {
  const first = sent
  sent += items
  return requestOf(first, items, DEVICES, begun + Math.floor(first / DEVICES) * STEP)
}
