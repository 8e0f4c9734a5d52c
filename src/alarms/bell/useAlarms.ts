import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { alarmRecords } from '../../../dataProvider/alarms.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { mayRead } from '../../../resources/reads.ts'
import { ALARMS_KEY } from '../../../resources/pageKeys.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useDeviceIndex } from '../../live/useDevice.ts'
import { useAreaNames, useThresholdNames } from '../../live/useLiveNames.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { alarmsOf, type Alarm } from './alarms.ts'
import { useAlarmStore } from './useAlarmStore.ts'
import { useWorkAlarms } from './useWorkAlarms.ts'

const POLL_INTERVAL_MS = 60_000
/** Unhandled records the bell looks at: more than anybody reads in a popup, few enough to ask for each minute. */
const RECORDS = 100

export interface Alarms {
  /** undefined until they are known. */
  alarms: readonly Alarm[] | undefined
  /** How many there are, more than `alarms` where the platform counts them. */
  count: number
  /** The last try to read them, or the devices they are taken from, failed; it is tried again. */
  failed: boolean
  areaNames: ReadonlyMap<number, string>
  /** Where the values in view come from. */
  store: DeviceStore
}

/** The alarms that need the reader, where the platform says so; else the current ones: from the live state, joined with the log for callers who may see the records. */
export function useAlarms(): Alarms {
  const caller = useCaller()
  const seesDevices = mayRead(caller, 'live')
  const { store, ready, failed } = useAlarmStore(seesDevices)
  const version = useDeviceIndex(store)
  // After the page that shows the devices: it goes through all of them.
  const live = useDeferredValue(
    useMemo(() => ({ version, inAlarm: ready && store.inAlarm() }), [store, version, ready]),
  )
  const extensions = useExtensions()
  // Before that is known nothing is shown: what needs the reader would be told as new after what is violated.
  const asked = extensions !== undefined
  const works = mayOpen(caller, ALARMS_KEY) && asked && extensions.has('alarmwork')
  const seesRecords = mayOpen(caller, ALARMS_KEY) && asked && !works
  const records = useQuery({
    queryKey: ['alarms', 'waiting'],
    queryFn: ({ signal }) => alarmRecords({ states: [0], page: 1, size: RECORDS }, signal),
    enabled: seesRecords && ready,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: POLL_INTERVAL_MS / 2,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // Asked for only when an alarm has nothing waiting: it may be handled, and last all the same.
  const handled = useQuery({
    queryKey: ['alarms', 'handled'],
    queryFn: ({ signal }) => alarmRecords({ states: [1, 2], page: 1, size: RECORDS }, signal),
    enabled: false,
    retry: false,
  })
  const thresholds = useThresholdNames(live.inAlarm)
  const translate = useTranslate()
  const known = useMemo(
    () => new Map(thresholds.data?.map((threshold) => [threshold.id, threshold])),
    [thresholds.data],
  )
  const areas = useAreaNames(live.inAlarm && !works)
  const areaNames = useMemo(() => new Map(areas.data?.map(({ id, name }) => [id, name])), [areas.data])
  // The log is told of once a minute, or refused; without it the bell still knows what is violated. Asked again after a refusal it is pending once more:
  // what was known must not go and come with it, or each coming would ask again.
  const complete = ready && asked && (!live.inAlarm || thresholds.isFetched) && (!seesRecords || records.isFetched)
  const rows = useMemo(
    () => [...(records.data?.rows ?? []), ...(handled.data?.rows ?? [])],
    [records.data, handled.data],
  )
  const alarms = useMemo(
    () => (complete ? alarmsOf(live.inAlarm ? concerned(store) : [], rows, known, translate) : undefined),
    [complete, live, store, rows, known, translate],
  )
  const lookAgain = () => {
    void records.refetch()
    void handled.refetch()
  }
  useRefetchUnlogged(alarms, lookAgain, seesRecords)
  const violated = works ? (alarms ?? []).map(({ key }) => key).join(' ') : ''
  // With the devices come the values of now; where they do not come, what the alarms say themselves is enough.
  const work = useWorkAlarms(works && (ready || failed || !seesDevices), ready ? store : null, violated)
  if (works) return { ...work, store }
  return { alarms, count: alarms?.length ?? 0, failed, areaNames, store }
}

/** Only the devices in alarm, so that ten thousand others cost nothing. */
function concerned(store: DeviceStore): DeviceState[] {
  const ids: number[] = []
  for (const { id, thre_list } of store.listed().heads()) if (thre_list.length > 0) ids.push(id)
  return ids.flatMap((id) => store.get(id) ?? [])
}

/** Refetches the log while the live state has an alarm the log lacks, so that it can be handled from here and shows when it began. */
function useRefetchUnlogged(alarms: readonly Alarm[] | undefined, look: () => void, enabled: boolean): void {
  const unknown = (alarms ?? []).flatMap(({ key, record }) => (record === null ? [key] : [])).join(' ')
  const refetchLog = useEffectEvent(look)
  useEffect(() => {
    if (enabled && unknown !== '') refetchLog()
  }, [unknown, enabled])
}
