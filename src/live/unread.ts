import type { DeviceState } from '../../dataProvider/normalise.ts'
import { VALUE_PARTS } from './changes.ts'
import { orNone, placeOf, type Run } from './samples.ts'

/** Numbers there is room for at first. */
const ROOM = 1024

/** Where the rows of a device lie: one for each of its nodes, in their order. */
interface Place {
  from: number
  to: number
  waiting: boolean
}

/**
 * New values of devices that nobody looks at, the newest of each node, in rows (as in Changes.values) that are written over and over. A poll brings
 * thousands of them: kept as objects they are what the page's collector stops for.
 */
export class Unread {
  /** A row without a value has NaN for its node. */
  private rows = new Float64Array(ROOM).fill(Number.NaN)
  private used = 0
  private places = new Map<number, Place>()

  /** Ids of the devices that have values waiting, and of some that had. */
  ids(): Iterable<number> {
    return this.places.keys()
  }

  /** Keeps the values of a run that are not older than what is known of their nodes. */
  keep(device: DeviceState, { values, from, to }: Run): void {
    const own = this.placeOf(device)
    for (let row = from; row < to; row += VALUE_PARTS) {
      const place = placeOf(device.nodes, values[row + 1] ?? Number.NaN)
      const node = device.nodes[place]
      if (node === undefined) continue
      const slot = own.from + place * VALUE_PARTS
      const value = values[row + 2] ?? Number.NaN
      const at = values[row + 3] ?? Number.NaN
      const isFirst = Number.isNaN(this.rows[slot + 1])
      // Of a time that is none, NaN, nothing is older.
      if (at < ((isFirst ? node.at : this.rows[slot + 3]) ?? Number.NaN)) continue
      if (isFirst && Object.is(value, node.value ?? Number.NaN) && Object.is(at, node.at ?? Number.NaN)) continue
      this.rows[slot + 1] = node.id
      this.rows[slot + 2] = value
      this.rows[slot + 3] = at
      own.waiting = true
    }
  }

  /** The device with the values that waited for it, which then wait no more; the same object where there were none. */
  take(device: DeviceState): DeviceState {
    const place = this.places.get(device.id)
    if (place === undefined || !place.waiting) return device
    place.waiting = false
    const nodes = device.nodes.map((node, at) => {
      const row = place.from + at * VALUE_PARTS
      if (Number.isNaN(this.rows[row + 1])) return node
      this.rows[row + 1] = Number.NaN
      return { ...node, value: orNone(this.rows[row + 2]), at: orNone(this.rows[row + 3]) }
    })
    return { ...device, nodes }
  }

  forget(id: number): void {
    this.places.delete(id)
  }

  private placeOf({ id, nodes }: DeviceState): Place {
    const known = this.places.get(id)
    const length = nodes.length * VALUE_PARTS
    if (known !== undefined && known.to - known.from === length) return known
    this.places.delete(id)
    if (this.used + length > this.rows.length) this.makeRoom(length)
    const place = { from: this.used, to: this.used + length, waiting: false }
    this.used = place.to
    this.places.set(id, place)
    return place
  }

  /** Moves what is kept into twice the room it needs: what was forgotten leaves no holes. */
  private makeRoom(more: number): void {
    const before = this.rows
    const needed = [...this.places.values()].reduce((sum, { from, to }) => sum + to - from, more)
    this.rows = new Float64Array(2 * needed).fill(Number.NaN)
    this.used = 0
    for (const place of this.places.values()) {
      this.rows.set(before.subarray(place.from, place.to), this.used)
      place.to += this.used - place.from
      place.from = this.used
      this.used = place.to
    }
  }
}
