import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'

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
  private known: ReadonlyMap<number, DeviceState> | null = null

  /** What an answer changes since the one before; the first answer is a full one. */
  accept(answer: readonly DeviceState[]): Changes {
    const comparison = this.begin()
    const devices = comparison.take(answer)
    return { ...comparison.end(), devices }
  }

  /** Begins to compare an answer that comes in parts; it is remembered once it has ended. */
  begin(): Comparison {
    return new Comparison(this.known, (answer) => (this.known = answer))
  }

  /** The next answer is a full one. */
  forget(): void {
    this.known = null
  }
}

/** An answer that comes in parts, beside the one before it. */
class Comparison {
  private readonly answer = new Map<number, DeviceState>()
  private readonly values: number[] = []

  constructor(
    private readonly known: ReadonlyMap<number, DeviceState> | null,
    private readonly onEnd: (answer: ReadonlyMap<number, DeviceState>) => void,
  ) {}

  /** The devices of a part that are new, or changed in more than their values. */
  take(part: readonly DeviceState[]): DeviceState[] {
    return part.filter((device) => {
      this.answer.set(device.id, device)
      const before = this.known?.get(device.id)
      if (before === undefined || !sameButValues(before, device)) return true
      compareValues(before, device, this.values)
      return false
    })
  }

  /** What the answer changed besides the devices that were taken. */
  end(): Omit<Changes, 'devices'> {
    this.onEnd(this.answer)
    const removed = [...(this.known?.keys() ?? [])].filter((id) => !this.answer.has(id))
    return { full: this.known === null, removed, values: Float64Array.from(this.values) }
  }
}

function compareValues(before: DeviceState, after: DeviceState, values: number[]): void {
  for (let at = 0; at < after.nodes.length; at++) {
    const [old, now] = [before.nodes[at], after.nodes[at]]
    if (old === undefined || now === undefined || (old.value === now.value && old.at === now.at)) continue
    values.push(after.id, now.id, now.value ?? Number.NaN, now.at ?? Number.NaN)
  }
}

function sameButValues(a: DeviceState, b: DeviceState): boolean {
  return (
    DEVICE_FIELDS.every((field) => a[field] === b[field]) &&
    a.thre_list.length === b.thre_list.length &&
    a.thre_list.every((id, at) => id === b.thre_list[at]) &&
    a.nodes.length === b.nodes.length &&
    a.nodes.every((node, at) => sameNode(node, b.nodes[at]))
  )
}

const sameNode = (a: NodeState, b: NodeState | undefined): boolean => b !== undefined && NODE_FIELDS.every((field) => a[field] === b[field])

type Except<T, K extends keyof T> = Record<Exclude<keyof T, K>, true>
const fieldsOf = <T extends object>(map: T) => Object.keys(map) as (keyof T)[]
/** Total maps, so that a field added to the model is compared or does not compile. */
const DEVICE_FIELDS = fieldsOf<Except<DeviceState, 'thre_list' | 'nodes'>>({
  id: true, sn: true, sn_value: true, name: true, district_id: true, project_id: true, gateway_id: true, devicetype_id: true, sort_num: true,
  disabled: true, online: true, gateway_online: true, acquisition_cycle: true, positional: true, json_data: true,
})
const NODE_FIELDS = fieldsOf<Except<NodeState, 'value' | 'at'>>({
  id: true, alias: true, unitname: true, imginfo: true, registertype: true, node_script: true, min_value: true, max_value: true,
})
