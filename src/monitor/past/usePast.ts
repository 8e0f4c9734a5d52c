import { useMemo } from 'react'
import type { Display } from '../../live/display.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useLasted, type Lasted } from '../../live/useLasted.ts'
import { useExtensions } from '../../kit/index.ts'
import { UNFILTERED, type MonitorParams } from '../monitorParams.ts'
import { PastDevices, pastRules } from './pastDevices.ts'

/** What the page shows instead of the live devices while its address names a past moment. */
export interface Past {
  /** Ms since the epoch. */
  moment: number
  store: DeviceStore
  /**
   * Values of devices in view: `hasValues`: whether the platform provides any; `values`: whether some could not be
   * read, and a retry.
   */
  hasValues: boolean
  values: Pick<PastDevices, 'failed' | 'retry'>
  lasted: Lasted
  names: Pick<Display['names'], 'closedAreas' | 'thresholds'>
}

/**
 * Returns the devices at a past moment; null while the page shows the present. The set of devices is the present one.
 *
 * @param moment ms since the epoch; null: now
 * @param live the devices as they are now; `loaded`: whether they are loaded
 * @param isEager loads the values of all devices in view, as the list needs
 */
export function usePast(moment: number | null, live: DeviceStore, loaded: boolean, isEager: boolean): Past | null {
  const lasted = useLasted(moment)
  const { episodes, isPending } = lasted
  const hasValues = useExtensions()?.has('moment') === true
  // When the alarms arrive all devices are rebuilt: values requested earlier would be lost.
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
 * Reduces a list's filters to those that work at a past moment: whether a device was online is not known, "abnormal"
 * needs the alarms of that moment, and the default order becomes the order by class.
 */
export function pastParams(params: MonitorParams, { episodes }: Pick<Lasted, 'episodes'>): MonitorParams {
  const run = episodes !== null && params.run === 'abnormal' ? 'abnormal' : 'all'
  return { ...params, ...UNFILTERED, run, sort: params.sort === 'default' ? 'class' : params.sort }
}
