import { HOUR } from '../../resources/kit/zone.ts'

/** Length of a rollup, ms; hours are those of UTC. */
export { HOUR }

export const hourStart = (ts: number): number => Math.floor(ts / HOUR) * HOUR

interface Columns {
  device_id: ArrayLike<number>
  ts: ArrayLike<number>
  save: ArrayLike<number>
}

/** Returns the hours that saved samples fall in, by device, each once, as columns. */
export function dirtyHours({ device_id, ts, save }: Columns): { devices: number[]; hours: number[] } {
  const devices: number[] = []
  const hours: number[] = []
  const hoursByDevice = new Map<number, Set<number>>()
  let device = Number.NaN
  let hour = Number.NaN
  for (let i = 0; i < ts.length; i++) {
    const nextDevice = device_id[i] ?? 0
    const time = ts[i] ?? 0
    // Neighbouring samples mostly share device and hour.
    if (!save[i] || (nextDevice === device && time >= hour && time < hour + HOUR)) continue
    device = nextDevice
    hour = hourStart(time)
    const known = hoursByDevice.get(device)
    if (known?.has(hour)) continue
    if (known) known.add(hour)
    else hoursByDevice.set(device, new Set([hour]))
    devices.push(device)
    hours.push(hour)
  }
  return { devices, hours }
}
