import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { lastDataAt } from '../deviceStatus.ts'
import { VALUE_PARTS } from './changes.ts'
import { orNone, type ValueBatch } from '../sparklines/samples.ts'

/** Numbers per node: 1 if a sample is pending, else 0; the last value and its time, NaN for none. */
const NUMBERS_PER_NODE = 3
/** Numbers of a page: those of some 700 devices of 8 nodes. */
const PAGE = 16_384

/** Where the slots of a device's nodes lie, in node order. */
interface Place {
  /** Ids of the nodes; the same array for all devices with these nodes, so that it stays in the processor's cache. */
  nodes: readonly number[]
  /** The page that has the slots. */
  page: Float64Array
  from: number
  to: number
  waiting: boolean
}

/**
 * Pending values of devices out of view, the newest of each node, in number arrays that are overwritten in place. A
 * poll brings thousands of values: as objects they would cause garbage collection pauses, and devices that are nowhere
 * in view would have to be fetched from memory. A device that changes otherwise than by `take` has to be forgotten.
 */
export class PendingValues {
  /** The page with room, and how much of it is used: pages are added, since to move a city's values takes too long. */
  private page = new Float64Array()
  private used = 0
  private places = new Map<number, Place>()
  /** Places of forgotten devices, by their length: to be used again. */
  private free = new Map<number, Place[]>()
  private layouts = new Map<string, readonly number[]>()

  /** Ids of the devices that have pending values, and of some that had. */
  ids(): Iterable<number> {
    return this.places.keys()
  }

  /**
   * Stores the values of a batch that are not older than the known values of their nodes. `read` is called only if
   * nothing is known of the device.
   */
  keep(id: number, { values, from, to }: ValueBatch, read: (id: number) => DeviceState | undefined): void {
    const place = this.places.get(id) ?? this.place(read(id))
    if (place === null) return
    const { page: numbers } = place
    for (let row = from; row < to; row += VALUE_PARTS) {
      const at = place.nodes.indexOf(values[row + 1] ?? Number.NaN)
      if (at === -1) continue
      const slot = place.from + at * NUMBERS_PER_NODE
      const [value, time] = [values[row + 2] ?? Number.NaN, values[row + 3] ?? Number.NaN]
      const known = numbers[slot + 2] ?? Number.NaN
      // Comparisons with NaN are false: a sample without a time counts as not older.
      if (time < known || (value === numbers[slot + 1] && time === known)) continue
      numbers[slot] = 1
      numbers[slot + 1] = value
      numbers[slot + 2] = time
      place.waiting = true
    }
  }

  /**
   * Returns when the newest value of a device was measured, pending values included, ms since the epoch; null before
   * the first.
   */
  lastAt(device: DeviceState): number | null {
    const place = this.places.get(device.id)
    let last = lastDataAt(device)
    if (place === undefined || !place.waiting) return last
    for (let slot = place.from; slot < place.to; slot += NUMBERS_PER_NODE) {
      const at = place.page[slot + 2] ?? Number.NaN
      // A sample without a time (NaN) never compares as newer.
      if (place.page[slot] !== 0 && at > (last ?? -Infinity)) last = at
    }
    return last
  }

  /** Returns the device with its pending values merged in, and clears them; the same object if there were none. */
  take(device: DeviceState): DeviceState {
    const place = this.places.get(device.id)
    if (place === undefined || !place.waiting) return device
    const { page: numbers } = place
    place.waiting = false
    const nodes = device.nodes.map((node, at) => {
      const slot = place.from + at * NUMBERS_PER_NODE
      if (numbers[slot] === 0) return node
      numbers[slot] = 0
      return { ...node, value: orNone(numbers[slot + 1]), at: orNone(numbers[slot + 2]) }
    })
    return { ...device, nodes }
  }

  forget(id: number): void {
    const place = this.places.get(id)
    if (place === undefined) return
    this.places.delete(id)
    const length = place.to - place.from
    const free = this.free.get(length) ?? []
    free.push(place)
    this.free.set(length, free)
  }

  /** Allocates slots for a device and fills them with its values. */
  private place(device: DeviceState | undefined): Place | null {
    if (device === undefined) return null
    const ids = device.nodes.map((node) => node.id)
    const layout = ids.join()
    const nodes = this.layouts.get(layout) ?? ids
    this.layouts.set(layout, nodes)
    const { page, from } = this.room(nodes.length * NUMBERS_PER_NODE)
    let slot = from
    for (const { value, at } of device.nodes) {
      page[slot++] = 0
      page[slot++] = value ?? Number.NaN
      page[slot++] = at ?? Number.NaN
    }
    const place = { nodes, page, from, to: slot, waiting: false }
    this.places.set(device.id, place)
    return place
  }

  private room(length: number): Pick<Place, 'page' | 'from'> {
    const free = this.free.get(length)?.pop()
    if (free !== undefined) return free
    if (this.used + length > this.page.length) {
      this.page = new Float64Array(Math.max(PAGE, length))
      this.used = 0
    }
    const from = this.used
    this.used += length
    return { page: this.page, from }
  }
}
