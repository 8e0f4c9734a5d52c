import type { NodeState } from '../../../dataProvider/normalise.ts'
import { useDevice } from '../../live/useDevice.ts'
import type { Alarm } from './alarms.ts'

/** Returns the current state of the alarmed node; null where the live state lacks it. */
export function useAlarmNode({ deviceId, node }: Alarm): NodeState | null {
  const device = useDevice(deviceId ?? 0)
  return device?.nodes.find(({ id }) => id === node?.id) ?? node
}
