import { useMemo } from 'react'
import type { Display } from '../../live/display.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useLasted, type Lasted } from '../../live/useLasted.ts'
import { useExtensions } from '../../kit/index.ts'
import { UNFILTERED, type MonitorParams } from '../monitorParams.ts'
import { PastDevices, pastRules } from './pastDevices.ts'

/** What the page shows while its address names a past moment, in the place of the live devices. */
export interface Past {
  /** Epoch ms. */
  moment: number
  store: DeviceStore
  /** Values of devices that are looked at: whether the platform tells any, whether some could not be read, and how to ask again. */
  hasValues: boolean
  values: Pick<PastDevices, 'failed' | 'retry'>
  lasted: Lasted
  names: Pick<Display['names'], 'closedAreas' | 'thresholds'>
}

/**
 * The devices at a past moment; null while none is shown. They are those that are known now.
 *
 * @param moment epoch ms; null: now
 * @param live the devices as they are now, and whether they are known yet
 * @param isEager the values of all in view are wanted, as in the list
 */
export function usePast(moment: number | null, live: DeviceStore, loaded: boolean, isEager: boolean): Past | null {
  const lasted = useLasted(moment)
  const { episodes, isPending } = lasted
  const hasValues = useExtensions()?.has('moment') === true
  // With its alarms each device is another one: before they are known no values are asked for.
  const asksValues = isEager && !isPending
  const devices = useMemo(
    () =>
      moment === null
        ? null
        : new PastDevices({
            devices: loaded ? live.all() : [],
            moment,
            episodes: episodes ?? [],
            hasValues: hasValues && !isPending,
            isEager: asksValues,
          }),
    [live, loaded, moment, episodes, hasValues, isPending, asksValues],
  )
  const names = useMemo(() => ({ closedAreas: NO_AREAS, thresholds: pastRules(episodes ?? []) }), [episodes])
  if (moment === null || devices === null) return null
  return { moment, store: devices.store, hasValues, values: devices, lasted, names }
}

const NO_AREAS: ReadonlySet<number> = new Set()

/**
 * What of a list's filters holds at a past moment: whether a device was online is not known, alarms are only where they are told, and classes order the list where
 * nothing else does.
 */
export function pastParams(params: MonitorParams, { episodes }: Pick<Lasted, 'episodes'>): MonitorParams {
  const run = episodes !== null && params.run === 'abnormal' ? 'abnormal' : 'all'
  return { ...params, ...UNFILTERED, run, sort: params.sort === 'default' ? 'class' : params.sort }
}
