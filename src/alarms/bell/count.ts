import { sharedValue, useSharedValue } from '../../kit/hooks/sharedValue.ts'

/** Number of alarms that the bell counts, for other parts that show it; 0 where there is no bell. */
const count = sharedValue(0)

export const setAlarmCount = count.set

export const useAlarmCount = (): number => useSharedValue(count)
