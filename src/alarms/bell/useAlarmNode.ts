import type { NodeState } from '../../../dataProvider/normalise.ts'
import { useDevice } from '../../live/useDevice.ts'
import type { Alarm } from './alarms.ts'

/** The alarmed node as it is now; null where the live state does not have it. */
export function useAlarmNode({ deviceId, node }: Alarm): NodeState | null {
  const device = useDevice(deviceId ?? 0)
  return device?.nodes.find(({ id }) => id === node?.id) ?? node
}
