import { sharedValue, useSharedValue } from '../../kit/hooks/sharedValue.ts'

/** How many alarms the bell counts, for what else shows the number; 0 where there is no bell. */
const count = sharedValue(0)

export const setAlarmCount = count.set

export const useAlarmCount = (): number => useSharedValue(count)
