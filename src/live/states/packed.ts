import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'

/** What a node is, without its last sample: the same for every device of a model. */
type NodeKind = Omit<NodeState, 'value' | 'at'>

/** Devices on their way between threads: what is said of a node once for all devices that have it, and its samples in numbers that travel for nothing. */
export interface PackedDevices {
  heads: Omit<DeviceState, 'nodes'>[]
  kinds: NodeKind[]
  /** For each device the number of its nodes, then for each node its place in `kinds`, its value and its time; NaN where there is none. */
  nodes: Float64Array
}

export function pack(devices: readonly DeviceState[]): PackedDevices {
  const kinds: NodeKind[] = []
  const places = new Map<number, number>()
  const placeOf = (node: NodeState): number => {
    const known = places.get(node.id)
    const kind = known === undefined ? undefined : kinds[known]
    if (known !== undefined && kind !== undefined && KIND_FIELDS.every((field) => kind[field] === node[field]))
      return known
    const { value: _value, at: _at, ...rest } = node
    // Of two kinds with one id the later is remembered: the other is sent again with whoever has it.
    places.set(node.id, kinds.length)
    return kinds.push(rest) - 1
  }
  const nodes: number[] = []
  const heads = devices.map(({ nodes: own, ...head }) => {
    nodes.push(own.length)
    for (const node of own) nodes.push(placeOf(node), node.value ?? Number.NaN, node.at ?? Number.NaN)
    return head
  })
  return { heads, kinds, nodes: Float64Array.from(nodes) }
}

export function unpack({ heads, kinds, nodes }: PackedDevices): DeviceState[] {
  let at = 0
  const next = (): number => nodes[at++] ?? Number.NaN
  return heads.map((head) => {
    const own: NodeState[] = []
    for (let count = next(); count > 0; count--) {
      const kind = kinds[next()]
      const [value, time] = [next(), next()]
      if (kind !== undefined)
        own.push(nodeOf(kind, Number.isNaN(value) ? null : value, Number.isNaN(time) ? null : time))
    }
    return Object.assign(head, { nodes: own })
  })
}

/** Written out: ten thousand devices are eighty thousand nodes, and a spread takes ten times as long. */
const nodeOf = (
  { id, alias, unitname, imginfo, registertype, node_script, min_value, max_value }: NodeKind,
  value: number | null,
  at: number | null,
): NodeState => ({
  id,
  alias,
  unitname,
  imginfo,
  registertype,
  node_script,
  min_value,
  max_value,
  value,
  at,
})

/** A total map, so that a field added to the model is compared or does not compile. */
const KIND_FIELDS = Object.keys({
  id: true,
  alias: true,
  unitname: true,
  imginfo: true,
  registertype: true,
  node_script: true,
  min_value: true,
  max_value: true,
} satisfies Record<keyof NodeKind, true>) as (keyof NodeKind)[]
