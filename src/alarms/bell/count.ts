import { sharedValue, useSharedValue } from '../../kit/hooks/sharedValue.ts'

/**
 * Number of alarms of the moment that the page shows, for other parts than the bell; null while it is unknown, and
 * where there is no bell.
 */
const count = sharedValue<number | null>(null)

export const setAlarmCount = count.set

export const useAlarmCount = (): number | null => useSharedValue(count)
