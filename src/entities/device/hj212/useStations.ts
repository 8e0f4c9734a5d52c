import { useExtensions } from '../../../kit/hooks/useExtensions.ts'

/** Whether the platform accepts stations that speak HJ 212 (an extension). */
export const useStations = (): boolean => useExtensions()?.has('hj212') === true
