import { createHash } from 'node:crypto'
import type { LiveDevice, LiveStates, LiveView } from '../platform.ts'
import { inOrder, type AreaGroup } from './areaGroups.ts'
import type { RegisteredDevice } from './device.ts'
import { concatJson, stateText } from './stateText.ts'

type Placed = Pick<LiveDevice, 'id' | 'project_id' | 'district_id'>

/** Devices whose leaving is remembered at least. Who asked before the oldest of them is answered in full. */
const MIN_DEPARTURES = 10_000

/** What changed in the live state since a caller last asked (docs/wire.md, `live-since`). */
export interface Changes {
  /** Counts one more change and answers its number. */
  tick(): number
  /** A device was deleted, or is in another project or area from now on: where it was before. */
  left(device: Placed): void
  /** The version of a view as everything is now; `areas`: the shape of their tree. */
  version(view: LiveView, areas: string): string
  /** What changed since a version: all of the view where the version is not of this process and this view, or too old. */
  since(version: string, view: LiveView, areas: string, devices: Devices): LiveStates
}

interface Devices {
  groups(): Iterable<AreaGroup>
  find(id: number): RegisteredDevice | undefined
}

/** `process`: versions of one process say nothing about those of another. */
export function createChanges(process: string): Changes {
  let clock = 0
  let departures: { at: number; device: Placed }[] = []
  /** The newest departure that is forgotten. */
  let forgotten = 0

  const tick = (): number => ++clock
  /** What a version of the view begins with: whoever may see other devices than before, or asks after areas were moved, asks about another view. */
  const prefixOf = ({ key }: LiveView, areas: string): string =>
    `${process}.${createHash('sha256').update(`${areas} ${key}`).digest('base64url').slice(0, 16)}.`
  /** The clock of a version; null where it does not say what this view has. */
  const clockOf = (given: string, prefix: string): number | null => {
    const digits = given.startsWith(prefix) ? given.slice(prefix.length) : ''
    const at = /^\d{1,15}$/.test(digits) ? Number(digits) : Infinity
    return at >= forgotten && at <= clock ? at : null
  }
  /** Who left the view after that time and is not in it again. Of whom the view never had nothing is said. */
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
