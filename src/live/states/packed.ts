import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'

/** A node without its last sample: the same for every device of a model. */
type NodeKind = Omit<NodeState, 'value' | 'at'>

/**
 * Devices packed for transfer between threads: each node's description is sent once for all devices that have it, and
 * its samples as numbers in a buffer that is transferred, not copied.
 */
export interface PackedDevices {
  heads: Omit<DeviceState, 'nodes'>[]
  kinds: NodeKind[]
  /**
   * For each device the number of its nodes, then for each node its index in `kinds`, its value and its time; NaN for
   * none.
   */
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
    // If two descriptions share an id, the later one is kept in the map: the other is sent again with each device that
    // has it.
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

/** Written out: ten thousand devices have eighty thousand nodes, and a spread takes ten times as long. */
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

/** A total map: a field added to the model is compared, or the code does not compile. */
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
