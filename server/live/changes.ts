import { createHash } from 'node:crypto'
import type { LiveDevice, LiveStates, LiveView } from '../platform.ts'
import { inOrder, type AreaGroup } from './areaGroups.ts'
import type { RegisteredDevice } from './registered.ts'
import { concatJson, stateText } from './stateText.ts'

type Placed = Pick<LiveDevice, 'id' | 'project_id' | 'district_id'>

/**
 * Minimum number of departures that are remembered. A caller whose version is older than the oldest of them gets the
 * full list.
 */
const MIN_DEPARTURES = 10_000

/** Tracks what changed in the live state since a caller's last request (docs/wire.md, `live-since`). */
export interface Changes {
  /** Counts one more change and returns its number. */
  tick(): number
  /** Records that a device was deleted or moved to another project or area. `device` holds its previous place. */
  left(device: Placed): void
  /** Returns the version of a view at this moment; `areas` is the shape of the area tree. */
  version(view: LiveView, areas: string): string
  /**
   * Returns what changed in a view since a version. Returns the whole view where the version is too old or belongs to
   * another process or another view.
   */
  since(version: string, view: LiveView, areas: string, devices: Devices): LiveStates
}

interface Devices {
  groups(): Iterable<AreaGroup>
  find(id: number): RegisteredDevice | undefined
}

/** @param process prefix of each version: a version of one process means nothing to another process */
export function createChanges(process: string): Changes {
  let clock = 0
  let departures: { at: number; device: Placed }[] = []
  /** Tick of the newest departure that was dropped from `departures`. */
  let forgotten = 0

  const tick = (): number => ++clock
  /**
   * Returns the prefix of a view's versions. It changes when the caller's rights or the area tree change, because the
   * set of visible devices may then differ.
   */
  const prefixOf = ({ key }: LiveView, areas: string): string =>
    `${process}.${createHash('sha256').update(`${areas} ${key}`).digest('base64url').slice(0, 16)}.`
  /** Returns the tick inside a version; null where the version is of another view or process, or out of range. */
  const clockOf = (given: string, prefix: string): number | null => {
    const digits = given.startsWith(prefix) ? given.slice(prefix.length) : ''
    const at = /^\d{1,15}$/.test(digits) ? Number(digits) : Infinity
    return at >= forgotten && at <= clock ? at : null
  }
  /**
   * Returns the devices that left the view after tick `at` and are not in it now. Devices that were never in the view
   * are left out.
   */
  const goneSince = (at: number, view: LiveView, find: Devices['find']): Set<number> => {
    const gone = new Set<number>()
    for (const { device } of departures.slice(departures.findLastIndex((departure) => departure.at <= at) + 1)) {
      const now = find(device.id)
      if (isAbout(view, device) && view.has(device) && !(now && view.has(now))) gone.add(device.id)
    }
    return gone
  }

  return {
    tick,
    left({ id, project_id, district_id }) {
      departures.push({ at: tick(), device: { id, project_id, district_id } })
      if (departures.length < 2 * MIN_DEPARTURES) return
      forgotten = departures[MIN_DEPARTURES - 1]?.at ?? clock
      departures = departures.slice(MIN_DEPARTURES)
    },
    version: (view, areas) => `${prefixOf(view, areas)}${clock}`,
    since(given, view, areas, { groups, find }) {
      const prefix = prefixOf(view, areas)
      const version = `${prefix}${clock}`
      const known = clockOf(given, prefix)
      const from = known ?? -1
      const devices: RegisteredDevice[] = []
      const values: number[] = []
      for (const group of from === clock ? [] : groups()) {
        if (group.newest <= from || !view.has(group)) continue
        for (const device of group.devices) {
          if ((device.changed <= from && device.moved <= from) || !isAbout(view, device)) continue
          if (device.changed > from) devices.push(device)
          else
            for (const { id, last, moved } of device.nodes.values())
              if (last && moved > from) values.push(device.id, id, last.value, last.ts)
        }
      }
      const removed = known === null ? [] : [...goneSince(known, view, find)]
      const head = `{"version":"${version}","full":${known === null ? 1 : 0},"devices":`
      const tail = `,"removed":[${removed.join(',')}],"values":[${values.join(',')}]}`
      return {
        version,
        json: (before = '', after = '') =>
          concatJson(devices.toSorted(inOrder).map(stateText), `${before}${head}`, `${tail}${after}`),
      }
    },
  }
}

const isAbout = ({ only }: LiveView, { id }: Placed): boolean => only === undefined || only === id
