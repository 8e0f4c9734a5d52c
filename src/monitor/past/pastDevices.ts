import { LAST_HOURS, lastHours, type LastHour } from '../../../dataProvider/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { DeviceState, ThresholdName } from '../../../dataProvider/normalise.ts'
import { isSwitch, READ_ONLY_SWITCH } from '../../../resources/kit/reading.ts'
import { sharedValue } from '../../kit/hooks/sharedValue.ts'
import { DeviceStore } from '../../live/deviceStore.ts'
import { SparklineStore } from '../../live/sparklines/sparklineStore.ts'

/** Devices that come into view within this time are requested together, ms. */
const BATCH_WINDOW_MS = 50

/**
 * Returns a device as it was at a past moment, as far as that was stored: with the alarms active then; the values are
 * loaded later. Whether it was online, disabled or under maintenance is unknown. The level and limit of an alarm may
 * have changed since, so that the rule's name is shown instead; switches are read-only. Only stored values are known,
 * at an unknown interval: no value is stale, whatever its age.
 */
export const pastDevice = (device: DeviceState, episodes: readonly Episode[]): DeviceState => ({
  ...device,
  disabled: false,
  online: null,
  gateway_online: null,
  thre_list: episodes.map(ruleOf),
  nodata_list: null,
  alarms: JSON.stringify(
    episodes.map(({ fired_at, ...episode }) => ({ level: null, fired: fired_at, limit: nameOf(episode) })),
  ),
  maintenance_until: null,
  maintenance_next: null,
  maintenance_next_until: null,
  acquisition_cycle: Infinity,
  nodes: device.nodes.map((node) => ({
    ...node,
    registertype: isSwitch(node) ? READ_ONLY_SWITCH : node.registertype,
    value: null,
    at: null,
  })),
})

/** Returns the names and nodes of the rules of these alarms, by the ids that `pastDevice` assigns. */
export const pastRules = (episodes: readonly Episode[]): ReadonlyMap<number, ThresholdName> =>
  new Map(
    [...episodesBy(episodes, ruleOf)].map(([id, own]) => [
      id,
      {
        id,
        nodes: own.flatMap(({ nodemap_id }) => nodemap_id ?? []),
        alarm_msg: own.map(nameOf)[0] ?? '',
      },
    ]),
  )

/** Returns the rule's id; for a deleted rule the negative id of the episode. */
const ruleOf = ({ id, threshold_id }: Pick<Episode, 'id' | 'threshold_id'>): number => threshold_id ?? -id
const nameOf = ({ threshold_name, message }: Pick<Episode, 'threshold_name' | 'message'>): string =>
  threshold_name || message

function episodesBy(episodes: readonly Episode[], keyOf: (episode: Episode) => number): Map<number, Episode[]> {
  const found = new Map<number, Episode[]>()
  for (const episode of episodes) {
    const own = found.get(keyOf(episode))
    if (own) own.push(episode)
    else found.set(keyOf(episode), [episode])
  }
  return found
}

interface PastOptions {
  /** The devices as they are now. */
  devices: Iterable<DeviceState>
  /** Ms since the epoch. */
  moment: number
  /** The episodes of all devices at that moment. */
  episodes: readonly Episode[]
  /** Whether the platform provides values of the past (wire.md, `moment`). */
  hasValues: boolean
  /** Requests the values of all devices in view; otherwise only of those whose lines are shown. */
  isEager: boolean
}

/** The devices at a past moment, with values for those in view. */
export class PastDevices {
  readonly store: DeviceStore
  /** Whether the values of some devices could not be read. */
  readonly failed = sharedValue(false)
  private readonly asked = new Set<number>()
  private readonly unread = new Set<number>()
  private waiting: number[] = []

  constructor(private readonly options: PastOptions) {
    const { devices, episodes, isEager } = options
    this.store = new DeviceStore(undefined, new PastLines(this.ask, isEager))
    const lasted = episodesBy(episodes, ({ device_id }) => device_id ?? 0)
    const all = Array.from(devices, (device) => pastDevice(device, lasted.get(device.id) ?? []))
    this.store.apply({ full: true, devices: all, removed: [], values: new Float64Array() })
  }

  /** Repeats the requests that failed. */
  retry = (): void => {
    const devices = [...this.unread]
    this.unread.clear()
    this.failed.set(false)
    devices.forEach(this.ask)
  }

  private readonly ask = (device: number): void => {
    if (!this.options.hasValues || this.asked.has(device)) return
    this.asked.add(device)
    if (this.waiting.length === 0) setTimeout(() => void this.read(), BATCH_WINDOW_MS)
    this.waiting.push(device)
  }

  private async read(): Promise<void> {
    const devices = this.waiting
    this.waiting = []
    for (let from = 0; from < devices.length; from += LAST_HOURS) {
      const part = devices.slice(from, from + LAST_HOURS)
      try {
        this.take(await lastHours(part, undefined, this.options.moment))
      } catch {
        for (const device of part) {
          this.asked.delete(device)
          this.unread.add(device)
        }
        this.failed.set(true)
      }
    }
  }

  private take(hours: readonly LastHour[]): void {
    this.store.history.fillHours(hours)
    const values = hours.flatMap(({ device, nodes }) =>
      nodes.flatMap(({ id, samples }) => {
        const last = samples.at(-1)
        return last ? [device, id, last[1], last[0]] : []
      }),
    )
    this.store.apply({ full: false, devices: [], removed: [], values: Float64Array.from(values) })
  }
}

/** The lines of the hour before the moment, which do not move. */
class PastLines extends SparklineStore {
  constructor(
    override readonly ask: (device: number) => void,
    private readonly isEager: boolean,
  ) {
    super()
  }

  override watch(device: DeviceState): void {
    super.watch(device)
    if (this.isEager) this.ask(device.id)
  }
}
