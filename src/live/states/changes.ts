import type { StatesRest } from '../../../dataProvider/calls.ts'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'

/** The difference between two consecutive answers of the live state. */
export interface Changes {
  /** `devices` is the complete set: all devices known before are gone. */
  full: boolean
  /** Devices that are new, or changed in more than their values. */
  devices: DeviceState[]
  /** Ids of devices that are missing from the answer. */
  removed: number[]
  /**
   * Changed values, four numbers each: device id, node id, value, ms since the epoch; NaN for none. The buffer is
   * transferred between threads, not copied.
   */
  values: Float64Array
}

/** Numbers per changed value in Changes.values. */
export const VALUE_PARTS = 4

/** The rest of an answer that consists of its devices alone. */
const WHOLE: StatesRest = { version: null, full: true, removed: [], values: [] }

/** Keeps the last answer and computes what the next one changes. */
export class Snapshot {
  private known: Known | null = null
  private round = 0
  private knownVersion: string | null = null

  /** The version of the last answer, for as long as that answer is kept; null if the next answer must be a full one. */
  get version(): string | null {
    return this.known === null ? null : this.knownVersion
  }

  /** Returns what an answer changes against the previous one; the first answer is a full one. */
  accept(answer: readonly DeviceState[]): Changes {
    const comparison = this.begin()
    const devices = comparison.take(answer)
    return { ...comparison.end(), devices }
  }

  /**
   * Starts to compare an answer that arrives in parts. If an answer never ends, the snapshot is lost and the next
   * answer is a full one.
   */
  begin(): Comparison {
    return new Comparison(
      ++this.round,
      () => {
        const { known } = this
        this.known = null
        return known
      },
      (known, version) => {
        this.known = known
        this.knownVersion = version
      },
    )
  }

  /** Drops the snapshot: the next answer is a full one. */
  forget(): void {
    this.known = null
  }
}

/**
 * The last answer by device id. It is updated in place, and for a device that changed in nothing but its values only
 * the values are stored: keeping each answer of 10,000 devices would cost more garbage collection than the comparison
 * costs.
 */
type Known = Map<number, KnownDevice>
interface KnownDevice {
  /** The device as it first arrived; its values are not read. */
  device: DeviceState
  /** Value and time of each node; NaN for none. */
  samples: Float64Array
  /** Number of the last answer that contained the device. */
  round: number
}

/** Compares an answer that arrives in parts with the previous one. */
class Comparison {
  private known: Known | undefined
  private full = false
  private readonly values: number[] = []

  constructor(
    private readonly round: number,
    private readonly before: () => Known | null,
    private readonly onEnd: (known: Known, version: string | null) => void,
  ) {}

  /** Returns the devices of a part that are new, or changed in more than their values. */
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

  /** Returns what the answer changed besides the devices that `take` returned. */
  end({ version, full, removed, values }: StatesRest = WHOLE): Omit<Changes, 'devices'> {
    const known = this.opened()
    const gone = full
      ? [...known].flatMap(([id, { round }]) => (round === this.round ? [] : [id]))
      : removed.filter((id) => known.has(id))
    for (const id of gone) known.delete(id)
    for (let at = 0; at < values.length; at += VALUE_PARTS) {
      const before = known.get(values[at] ?? Number.NaN)
      if (before === undefined) continue
      const place = before.device.nodes.findIndex(({ id }) => id === values[at + 1])
      takeValue(before, place, values[at + 2] ?? Number.NaN, values[at + 3] ?? Number.NaN, this.values)
    }
    this.onEnd(known, version)
    return { full: this.full, removed: gone, values: Float64Array.from(this.values) }
  }

  private opened(): Known {
    if (this.known !== undefined) return this.known
    const before = this.before()
    this.full = before === null
    return (this.known = before ?? new Map())
  }
}

function takeValues(known: KnownDevice, { nodes }: DeviceState, values: number[]): void {
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place]
    takeValue(known, place, node?.value ?? Number.NaN, node?.at ?? Number.NaN, values)
  }
}

/** Stores the value of the node at index `place`, and appends it to `values` if it differs from the stored one. */
function takeValue(
  { device, samples }: KnownDevice,
  place: number,
  value: number,
  time: number,
  values: number[],
): void {
  const node = device.nodes[place]
  if (node === undefined) return
  if (Object.is(samples[2 * place], value) && Object.is(samples[2 * place + 1], time)) return
  samples[2 * place] = value
  samples[2 * place + 1] = time
  values.push(device.id, node.id, value, time)
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
/** Total maps: a field added to the model is compared, or the code does not compile. */
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
  alarms: true,
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
