import { setTimeout as pause } from 'node:timers/promises'
import { hourStart } from '../server/storage/dirtyHours.ts'
import { requestOf } from './fleet.ts'

/** Devices that send in turn. */
export const DEVICES = 1000
/** Time from one value of a node to its next, ms: as long as a change of the fleet's values may take. */
export const STEP = 5_000
/**
 * Least age of the current hour, ms, so that some ninety rounds fit into it: an hour that is over is rolled up again
 * and again while values arrive for it, which those of a city do not cause.
 */
const ROOM = 8 * 60_000

let [sent, begun] = [0, 0]

/** Starts the rounds anew, for a server that knows no values; resolves once the current hour has room for them. */
export async function beginRounds(): Promise<void> {
  const hour = hourStart(Date.now())
  await pause(hour + ROOM - Date.now())
  ;[sent, begun] = [0, hour]
}

/** Returns the next request: devices in turn, with a new time once each device had its turn. */
export function next(items: number): string {
  const first = sent
  sent += items
  return requestOf(first, items, DEVICES, begun + Math.floor(first / DEVICES) * STEP)
}
