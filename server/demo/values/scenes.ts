import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import type { City, DemoDevice } from '../city.ts'
import { weekOf } from './week.ts'
import { randomOf, ZONE_OFFSET_MS, type Quantity } from './wave.ts'

/** An event of some hours that changes what a device measures. */
export interface Scene {
  kind: Pick<Kind, 'name' | 'changes'>
  /** Epoch ms. */
  from: number
  until: number
  /** Hours until the event peaks; left out: a quarter of its duration, at most half an hour. */
  ramp?: number
}

interface Kind {
  name: string
  product: string
  /** What the event affects: one device, or all devices of its product in one area or along one river. */
  of: 'device' | 'area' | 'river'
  /** Probability that it begins on a day. */
  daily: number
  /** Hours of the city's day between which it begins. */
  begins: readonly [number, number]
  /** Shortest and longest duration, hours. */
  lasts: readonly [number, number]
  /** Changes a value at a strength from 0 (before and after) to 1, at `t` in epoch ms. */
  changes: Partial<Record<Quantity, (value: number, strength: number, device: DemoDevice, t: number) => number>>
}

const more =
  (by: number) =>
  (value: number, strength: number): number =>
    value + by * strength

/**
 * The events of this city. The limits of alarmRules.ts come from standards and practice; only an event violates them.
 */
const kinds = {
  smoke: {
    name: 'smoke',
    product: 'air',
    of: 'device',
    daily: 0.035,
    begins: [6, 19],
    lasts: [2, 5],
    changes: { pm25: more(190), pm10: more(240), no2: more(30), co: more(1.6) },
  },
  earthwork: {
    name: 'earthwork',
    product: 'dust',
    of: 'device',
    daily: 0.09,
    begins: [8, 15],
    lasts: [1.5, 4],
    changes: { tsp: more(1150), pm10: more(280), noise: more(8) },
  },
  roadworks: {
    name: 'roadworks',
    product: 'noise',
    of: 'device',
    daily: 0.07,
    begins: [8, 15],
    lasts: [1.5, 4],
    changes: { noise: more(21) },
  },
  discharge: {
    name: 'discharge',
    product: 'hydrology',
    of: 'device',
    daily: 0.03,
    begins: [0, 24],
    lasts: [3, 8],
    changes: {
      ph: (value, strength, { place }) => value + (place % 4 === 0 ? 2.4 : -2.4) * strength,
      turbidity: more(140),
      cod: more(24),
      oxygen: more(-1.5),
    },
  },
  blocked: {
    name: 'blocked',
    product: 'hydrology',
    of: 'device',
    daily: 0.012,
    begins: [0, 24],
    lasts: [8, 24],
    changes: { flow: (value, strength) => value * (1 - 0.94 * strength) },
  },
  surge: {
    name: 'surge',
    product: 'hydrology',
    of: 'river',
    daily: 0.05,
    begins: [0, 24],
    lasts: [5, 14],
    changes: {
      level: (value, strength, { river }) => value + ((river?.warning ?? 0) - (river?.normal ?? 0) + 0.7) * strength,
      flow: more(0.9),
      turbidity: more(70),
    },
  },
  fanFailure: {
    name: 'fanFailure',
    product: 'toilet',
    of: 'device',
    daily: 0.04,
    begins: [7, 17],
    lasts: [3, 9],
    changes: { nh3: more(1.3), h2s: more(0.08), fan: (value, strength) => (strength > 0 ? 0 : value) },
  },
  overvoltage: {
    name: 'overvoltage',
    product: 'lamp',
    of: 'area',
    daily: 0.03,
    begins: [22, 27],
    lasts: [2, 5],
    changes: { voltage: more(20) },
  },
  undervoltage: {
    name: 'undervoltage',
    product: 'lamp',
    of: 'area',
    daily: 0.02,
    begins: [17, 20],
    lasts: [2, 4],
    changes: { voltage: more(-32) },
  },
  dry: {
    name: 'dry',
    product: 'farm',
    of: 'device',
    daily: 0.03,
    begins: [4, 14],
    lasts: [10, 30],
    changes: { soilMoisture: more(-21) },
  },
  burst: {
    name: 'burst',
    product: 'flood',
    of: 'device',
    daily: 0.025,
    begins: [0, 24],
    lasts: [2, 6],
    changes: { floodDepth: more(46) },
  },
  cover: {
    name: 'cover',
    product: 'flood',
    of: 'device',
    daily: 0.012,
    begins: [0, 24],
    lasts: [2, 8],
    changes: { cover: (value, strength) => (strength > 0 ? 1 : value) },
  },
} as const satisfies Record<string, Kind>

/**
 * Events in progress at the first start, whatever the hour: the index of the device among those of its product, and the
 * hours around that moment.
 */
const opening: readonly { kind: Kind; nth: number; from: number; until: number }[] = [
  { kind: kinds.earthwork, nth: 4, from: -0.8, until: 2 },
  { kind: kinds.smoke, nth: 9, from: -1.3, until: 3 },
  { kind: kinds.surge, nth: 6, from: -4, until: 10 },
  { kind: kinds.discharge, nth: 1, from: -2.2, until: 5 },
  { kind: kinds.fanFailure, nth: 5, from: -6, until: 12 },
  { kind: kinds.overvoltage, nth: 8, from: -0.7, until: 5 },
  { kind: kinds.dry, nth: 3, from: -20, until: 30 },
  { kind: kinds.burst, nth: 7, from: -0.6, until: 2.5 },
]

/** No scene lasts longer than this from the beginning of its day, days. */
const MAX_SCENE_DAYS = 2

/**
 * All scenes of a city whose demo began at `since`; the same for the same city and time, in the history as in the
 * simulator.
 */
export interface Scenes {
  /** Returns a device's scenes that overlap a span, epoch ms. */
  of(device: DemoDevice, from: number, until: number): Scene[]
}

export function createScenes(city: City, since: number): Scenes {
  const opened = openingOf(city, since)
  return {
    of(device, from, until) {
      const scenes = [...weekOf(city, since, device, from, until), ...(opened.get(device.place) ?? [])]
      for (const [index, kind] of drawn.entries()) {
        if (kind.product !== device.product.key) continue
        for (let day = dayOf(from) - MAX_SCENE_DAYS; day <= dayOf(until); day++) {
          const scene = sceneOf(kind, index, ownerOf(kind, device), day)
          if (scene) scenes.push(scene)
        }
      }
      return scenes.filter((scene) => scene.from < until && scene.until > from)
    },
  }
}

/** Returns the strength of a scene at a moment, 0 to 1: it rises and falls within its ramp. */
export function strengthAt({ from, until, ramp: hours = 0.5 }: Scene, t: number): number {
  if (t <= from || t >= until) return 0
  const ramp = Math.min(hours * HOUR, (until - from) / (hours > 0.5 ? 2 : 4))
  const part = Math.min(1, (t - from) / ramp, (until - t) / ramp)
  return part * part * (3 - 2 * part)
}

const drawn: readonly Kind[] = Object.values(kinds)

const dayOf = (t: number): number => Math.floor((t + ZONE_OFFSET_MS) / DAY)

function sceneOf(kind: Kind, index: number, owner: number, day: number): Scene | null {
  const luck = (nth: number): number => randomOf(owner * 977 + day * 31 + index * 7919 + nth * 104_729)
  if (luck(0) >= kind.daily) return null
  const within = ([low, high]: readonly [number, number], nth: number): number => low + (high - low) * luck(nth)
  const from = day * DAY - ZONE_OFFSET_MS + within(kind.begins, 1) * HOUR
  return { kind, from, until: from + within(kind.lasts, 2) * HOUR }
}

/** Returns a number that is the same for all devices that share a scene. */
function ownerOf({ of }: Kind, { place, area, river }: DemoDevice): number {
  if (of === 'device') return place
  return of === 'area' ? 100_000 + area : 200_000 + (river?.key ?? '').charCodeAt(0)
}

function openingOf({ devices }: City, since: number): Map<number, Scene[]> {
  const found = new Map<number, Scene[]>()
  for (const { kind, nth, from, until } of opening) {
    const own = devices.filter(({ product, health }) => product.key === kind.product && health === 'well')
    const first = own[nth % Math.max(1, own.length)]
    if (!first) continue
    const scene: Scene = { kind, from: since + from * HOUR, until: since + until * HOUR }
    for (const device of own)
      if (ownerOf(kind, device) === ownerOf(kind, first))
        found.set(device.place, [...(found.get(device.place) ?? []), scene])
  }
  return found
}
