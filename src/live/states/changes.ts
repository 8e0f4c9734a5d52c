import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'

/** The difference between two answers of the live state. */
export interface Changes {
  /** `devices` are all there are: whatever else was known is gone. */
  full: boolean
  /** Devices that are new, or changed in more than their values. */
  devices: DeviceState[]
  /** Ids of devices no longer answered. */
  removed: number[]
  /** Values that changed, four numbers each: device id, node id, value, epoch ms; NaN where there is none. Travels between threads for nothing. */
  values: Float64Array
}

/** Numbers per changed value in Changes.values. */
export const VALUE_PARTS = 4

/** Remembers the last answer and says what the next one changes. */
export class Snapshot {
  private known: Known | null = null
  private round = 0

  /** What an answer changes since the one before; the first answer is a full one. */
  accept(answer: readonly DeviceState[]): Changes {
    const comparison = this.begin()
    const devices = comparison.take(answer)
    return { ...comparison.end(), devices }
  }

  /** Begins to compare an answer that comes in parts. Of one that began to come and never ended nothing is known, and the next is a full one. */
  begin(): Comparison {
    return new Comparison(
      ++this.round,
      () => {
        const { known } = this
        this.known = null
        return known
      },
      (known) => (this.known = known),
    )
  }

  /** The next answer is a full one. */
  forget(): void {
    this.known = null
  }
}

/**
 * The last answer by device id. It is written over with each answer, and of a device that changed in nothing but its values only those are taken: an
 * answer of 10,000 devices that was kept as it came would cost more to collect than to compare.
 */
type Known = Map<number, KnownDevice>
interface KnownDevice {
  /** As it was when it came anew; its values are not looked at. */
  device: DeviceState
  /** Value and time of each node; NaN where there is none. */
  samples: Float64Array
  /** Of the last answer it was in. */
  round: number
}

/** An answer that comes in parts, beside the one before it. */
class Comparison {
  private known: Known | undefined
  private full = false
  private readonly values: number[] = []

  constructor(
    private readonly round: number,
    private readonly before: () => Known | null,
    private readonly onEnd: (known: Known) => void,
  ) {}

  /** The devices of a part that are new, or changed in more than their values. */
  take(part: readonly DeviceState[]): DeviceState[] {
    const known = this.opened()
    return part.filter((device) => {
      const before = known.get(device.id)
      if (before === undefined || !sameButValues(before.device, device)) {
        known.set(device.id, {
          device,
          samples: Float64Array.from(device.nodes.flatMap(({ value, at }) => [value ?? Number.NaN, at ?? Number.NaN])),
          round: this.round,
        })
        return true
      }
      before.round = this.round
      takeValues(before, device, this.values)
      return false
    })
  }

  /** What the answer changed besides the devices that were taken. */
  end(): Omit<Changes, 'devices'> {
    const known = this.opened()
    const removed: number[] = []
    for (const [id, { round }] of known) if (round !== this.round) removed.push(id)
    for (const id of removed) known.delete(id)
    this.onEnd(known)
    return { full: this.full, removed, values: Float64Array.from(this.values) }
  }

  private opened(): Known {
    if (this.known !== undefined) return this.known
    const before = this.before()
    this.full = before === null
    return (this.known = before ?? new Map())
  }
}

function takeValues({ samples }: KnownDevice, { id, nodes }: DeviceState, values: number[]): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (node === undefined) continue
    const [value, time] = [node.value ?? Number.NaN, node.at ?? Number.NaN]
    if (Object.is(samples[2 * at], value) && Object.is(samples[2 * at + 1], time)) continue
    samples[2 * at] = value
    samples[2 * at + 1] = time
    values.push(id, node.id, value, time)
  }
}

function sameButValues(a: DeviceState, b: DeviceState): boolean {
  return (
    DEVICE_FIELDS.every((field) => a[field] === b[field]) &&
    sameList(a.thre_list, b.thre_list) &&
    sameList(a.nodata_list, b.nodata_list) &&
    a.nodes.length === b.nodes.length &&
    a.nodes.every((node, at) => sameNode(node, b.nodes[at]))
  )
}

const sameList = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((id, at) => id === b[at]))

const sameNode = (a: NodeState, b: NodeState | undefined): boolean =>
  b !== undefined && NODE_FIELDS.every((field) => a[field] === b[field])

type Except<T, K extends keyof T> = Record<Exclude<keyof T, K>, true>
const fieldsOf = <T extends object>(map: T) => Object.keys(map) as (keyof T)[]
/** Total maps, so that a field added to the model is compared or does not compile. */
const DEVICE_FIELDS = fieldsOf<Except<DeviceState, 'thre_list' | 'nodata_list' | 'nodes'>>({
  id: true,
  sn: true,
  sn_value: true,
  name: true,
  district_id: true,
  project_id: true,
  gateway_id: true,
  devicetype_id: true,
  sort_num: true,
  disabled: true,
  online: true,
  gateway_online: true,
  maintenance_until: true,
  maintenance_next: true,
  maintenance_next_until: true,
  acquisition_cycle: true,
  positional: true,
  json_data: true,
})
const NODE_FIELDS = fieldsOf<Except<NodeState, 'value' | 'at'>>({
  id: true,
  alias: true,
  unitname: true,
  imginfo: true,
  registertype: true,
  node_script: true,
  min_value: true,
  max_value: true,
})
