import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { isSwitch } from '../../resources/kit/reading.ts'

const hasValue = ({ value }: NodeState): boolean => value !== null

/** Returns the nodes of a device that have a measured value now; switches do not count. */
const measuredNodes = ({ nodes }: DeviceState): NodeState[] => nodes.filter((node) => hasValue(node) && !isSwitch(node))

/**
 * Returns the device to open a view with: the first online device that measures something, then the first online device
 * with any value; undefined if there is none.
 */
export const worthSeeing = (devices: readonly DeviceState[]): DeviceState | undefined =>
  devices.find((device) => device.online && measuredNodes(device).length > 0) ??
  devices.find(({ online, nodes }) => online && nodes.some(hasValue))

/**
 * Returns two lines to open a comparison with: one node of two online devices of the same model, or two nodes of one
 * device; fewer if there are none.
 */
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
