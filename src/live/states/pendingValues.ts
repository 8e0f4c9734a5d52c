import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { lastDataAt } from '../deviceStatus.ts'
import { VALUE_PARTS } from './changes.ts'
import { orNone, nodeIndex, type ValueBatch } from '../sparklines/samples.ts'

/** Numbers a node: 1 where a sample waits, else 0; its value and its time, NaN where there is none. */
const NUMBERS_PER_NODE = 3
/** Numbers there is room for at first. */
const INITIAL_CAPACITY = 1024

/** Where the nodes of a device lie, in their order. */
interface Place {
  from: number
  to: number
  waiting: boolean
}

/**
 * New values of devices out of view, the newest of each node, in numbers that are written over and over. A poll brings thousands of them: kept
 * as objects they are what the page's collector stops for.
 */
export class PendingValues {
  private numbers = new Float64Array(INITIAL_CAPACITY)
  private used = 0
  private places = new Map<number, Place>()

  /** Ids of the devices that have values waiting, and of some that had. */
  ids(): Iterable<number> {
    return this.places.keys()
  }

  /** Keeps the values of a batch that are not older than what is known of their nodes. */
  keep(device: DeviceState, { values, from, to }: ValueBatch): void {
    const place = this.placed(device)
    const { numbers } = this
    for (let row = from; row < to; row += VALUE_PARTS) {
      const at = nodeIndex(device.nodes, values[row + 1] ?? Number.NaN)
      const node = device.nodes[at]
      if (node === undefined) continue
      const slot = place.from + at * NUMBERS_PER_NODE
      const [value, time] = [values[row + 2] ?? Number.NaN, values[row + 3] ?? Number.NaN]
      const isFirst = numbers[slot] === 0
      // Nothing is older than NaN, and NaN than nothing.
      if (time < ((isFirst ? node.at : numbers[slot + 2]) ?? Number.NaN)) continue
      if (isFirst && value === node.value && time === node.at) continue
      numbers[slot] = 1
      numbers[slot + 1] = value
      numbers[slot + 2] = time
      place.waiting = true
    }
  }

  /** When the newest value of a device was measured, those that wait among them, epoch ms; null before the first. */
  lastAt(device: DeviceState): number | null {
    const place = this.places.get(device.id)
    let last = lastDataAt(device)
    if (place === undefined || !place.waiting) return last
    for (let slot = place.from; slot < place.to; slot += NUMBERS_PER_NODE) {
      const at = this.numbers[slot + 2] ?? Number.NaN
      // Nothing is newer than before for a sample without a time.
      if (this.numbers[slot] !== 0 && at > (last ?? -Infinity)) last = at
    }
    return last
  }

  /** The device with the values that waited for it, which then wait no more; the same object where there were none. */
  take(device: DeviceState): DeviceState {
    const { numbers } = this
    const place = this.places.get(device.id)
    if (place === undefined || !place.waiting) return device
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
    this.places.delete(id)
  }

  /** The place of a device, made where it has none, or one of another number of nodes. */
  private placed({ id, nodes }: DeviceState): Place {
    let place = this.places.get(id)
    const length = nodes.length * NUMBERS_PER_NODE
    if (place === undefined || place.to - place.from !== length) {
      this.places.delete(id)
      if (this.used + length > this.numbers.length) this.grow(length)
      place = { from: this.used, to: this.used + length, waiting: false }
      this.used = place.to
      this.places.set(id, place)
    }
    return place
  }

  /** Moves what is kept into twice the room it needs: what was forgotten leaves no holes. */
  private grow(more: number): void {
    const before = this.numbers
    const needed = [...this.places.values()].reduce((sum, { from, to }) => sum + to - from, more)
    this.numbers = new Float64Array(2 * needed)
    this.used = 0
    for (const place of this.places.values()) {
      this.numbers.set(before.subarray(place.from, place.to), this.used)
      place.to += this.used - place.from
      place.from = this.used
      this.used = place.to
    }
  }
}
