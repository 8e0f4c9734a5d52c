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
/**
 * Number of unhandled records that the bell reads: more than a user reads in a popup, few enough to request each
 * minute.
 */
const RECORDS = 100

export interface Alarms {
  /** Undefined until the alarms are known. */
  alarms: readonly Alarm[] | undefined
  /** Total number of alarms; more than `alarms` has where the platform counts them. */
  count: number
  /** The last attempt to read the alarms, or the devices they are taken from, failed; it is repeated. */
  failed: boolean
  areaNames: ReadonlyMap<number, string>
  /** Source of the values in view. */
  store: DeviceStore
}

/**
 * Returns the alarms that need the reader, where the platform lists them; otherwise the current alarms of the live
 * state, joined with the log for callers who may see the records.
 */
export function useAlarms(): Alarms {
  const caller = useCaller()
  const seesDevices = mayRead(caller, 'live')
  const { store, ready, failed } = useAlarmStore(seesDevices)
  const version = useDeviceIndex(store)
  // Deferred until the page that shows the devices has rendered, because `inAlarm` goes through all devices.
  const live = useDeferredValue(
    useMemo(() => ({ version, inAlarm: ready && store.inAlarm().size > 0 }), [store, version, ready]),
  )
  const extensions = useExtensions()
  // Shows nothing before the extensions are known: otherwise the alarms that need the reader would be announced as new
  // after the violated ones.
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
  // Requested only when an alarm has no waiting record: it may have been handled and still last.
  const handled = useQuery({
    queryKey: ['alarms', 'handled'],
    queryFn: ({ signal }) => alarmRecords({ states: [1, 2], page: 1, size: RECORDS }, signal),
    enabled: false,
    retry: false,
  })
  const thresholds = useThresholdNames(live.inAlarm && asked && !works)
  const translate = useTranslate()
  const known = useMemo(
    () => new Map(thresholds.data?.map((threshold) => [threshold.id, threshold])),
    [thresholds.data],
  )
  const areas = useAreaNames(live.inAlarm && !works)
  const areaNames = useMemo(() => new Map(areas.data?.map(({ id, name }) => [id, name])), [areas.data])
  // The log answers once a minute, or refuses; without it the bell still knows which rules are violated. A retry after
  // a refusal makes the query pending again: the known alarms must not disappear and come back with it, because each
  // return would trigger another retry.
  const complete =
    ready && asked && !works && (!live.inAlarm || thresholds.isFetched) && (!seesRecords || records.isFetched)
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
  const violated = useMemo(() => (works && live.inAlarm ? violatedRules(store) : ''), [works, live, store])
  // The devices bring the current values; without them the values that the alarms carry suffice.
  const work = useWorkAlarms(works && (ready || failed || !seesDevices), ready ? store : null, violated)
  if (works) return { ...work, store }
  return { alarms, count: alarms?.length ?? 0, failed, areaNames, store }
}

/** Returns only the devices in alarm, so that all others cost nothing. */
const concerned = (store: DeviceStore): DeviceState[] => [...store.inAlarm()].flatMap((id) => store.get(id) ?? [])

/** Returns the rules that are violated at present, as one text that differs whenever they do. */
const violatedRules = (store: DeviceStore): string =>
  concerned(store)
    .flatMap(({ id, disabled, thre_list: rules }) => (disabled ? [] : `${id}:${rules.join()}`))
    .join(' ')

/**
 * Refetches the log while the live state has an alarm without a record in it, so that the alarm can be handled from the
 * bell and shows when it began.
 */
function useRefetchUnlogged(alarms: readonly Alarm[] | undefined, look: () => void, enabled: boolean): void {
  const unknown = (alarms ?? []).flatMap(({ key, record }) => (record === null ? [key] : [])).join(' ')
  const refetchLog = useEffectEvent(look)
  useEffect(() => {
    if (enabled && unknown !== '') refetchLog()
  }, [unknown, enabled])
}
