import { useQuery } from '@tanstack/react-query'
import { deviceStates } from '../../../dataProvider/calls.ts'
import { mayRead } from '../../../resources/reads.ts'
import { gatewayStates } from '../../live/deviceStatus.ts'
import { useCaller } from '../../kit/index.ts'

/**
 * Whether gateways are online by what the devices behind them say, for platforms whose gateways do not say it themselves. undefined before it is known,
 * and for who may not see live states.
 */
export function useGatewayStates(wanted: boolean): ReadonlyMap<number, boolean> | undefined {
  const enabled = mayRead(useCaller(), 'live') && wanted
  const queryFn = async ({ signal }: { signal: AbortSignal }) => gatewayStates(await deviceStates(null, signal))
  return useQuery({ queryKey: ['manage/gateway', 'states'], queryFn, enabled, staleTime: 30_000, retry: false }).data
}
