import { useQuery } from '@tanstack/react-query'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'

/** Whether the platform takes stations that speak HJ 212 (an extension). */
export function useStations(): boolean {
  const { data } = useQuery({ queryKey: ['capabilities'], queryFn: loadCapabilities, staleTime: Infinity, retry: false })
  return data?.extensions.has('hj212') === true
}
