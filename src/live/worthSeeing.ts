import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { isSwitch } from '../../resources/kit/reading.ts'

const hasValue = ({ value }: NodeState): boolean => value !== null

/** Nodes of a device that have a measured value now. */
const measuredNodes = ({ nodes }: DeviceState): NodeState[] => nodes.filter((node) => hasValue(node) && !isSwitch(node))

/** The device to open a view with: the first online that measures something, then the first online with any value; undefined where there is none. */
export const worthSeeing = (devices: readonly DeviceState[]): DeviceState | undefined =>
  devices.find((device) => device.online && measuredNodes(device).length > 0) ??
  devices.find(({ online, nodes }) => online && nodes.some(hasValue))

/** Two lines to open a comparison with: one node of two devices online of the same model, or two nodes of one device; fewer where there are none. */
export function worthComparing(devices: readonly DeviceState[]): { device: number; nodemap: number }[] {
  const first = worthSeeing(devices)
  const nodes = first ? measuredNodes(first) : []
  const [node] = nodes
  if (!first || !node) return []
  const other = devices.find(
    (device) =>
      device !== first &&
      device.online &&
      device.devicetype_id === first.devicetype_id &&
      measuredNodes(device).some(({ id }) => id === node.id),
  )
  if (other) return [first, other].map(({ id }) => ({ device: id, nodemap: node.id }))
  return nodes.slice(0, 2).map(({ id }) => ({ device: first.id, nodemap: id }))
}
