import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import type { City, DemoDevice } from '../city.ts'
import type { Scene } from './scenes.ts'
import { chance, ZONE_OFFSET_MS, type Quantity } from './wave.ts'

/**
 * What happens once a week, and to many at once: a front of dust that crosses the city, an afternoon of ozone, an evening of diverted traffic,
 * a spill that goes down a river, and a station whose instruments fail. The week is counted from the day of the first start, so that the
 * seven days before it hold one of each.
 */
interface Happening {
  name: string
  /** How many days before the day of the first start. */
  ago: number
  /** Hour of the city's day it begins at, before delays. */
  begins: number
  /** Hours from the first effect to the last. */
  lasts: number
  /** Hours until it is at its height, and from there to its end. */
  ramp: number
  /** Hours until it reaches a device; null where it does not come. */
  delay(device: DemoDevice, city: City): number | null
  changes: Scene['kind']['changes']
}

const more =
  (by: number, share: (device: DemoDevice) => number = () => 1) =>
  (value: number, strength: number, device: DemoDevice): number =>
    value + by * strength * share(device)

/** Kilometres east and north of the middle of the city. */
function kmOf({ positional }: DemoDevice): { east: number; north: number } {
  const { maplng, maplat } = JSON.parse(positional) as { maplng: number; maplat: number }
  return { east: (maplng - 114.5148) * 87.6, north: (maplat - 38.0428) * 111 }
}

const measures = ({ product }: DemoDevice, quantities: readonly Quantity[]): boolean =>
  product.nodes.some(([quantity]) => quantities.includes(quantity))

/** How far a device lies from north-west to south-east, kilometres; about -30 to 30. */
const alongTheFront = (device: DemoDevice): number => {
  const { east, north } = kmOf(device)
  return (east - north) / Math.SQRT2
}

/** Whether a device stands near the closed road. */
function nearTheDiversion(device: DemoDevice): boolean {
  const { east, north } = kmOf(device)
  return Math.hypot(east + 3.9, north + 1.85) < 6
}

/** Which station of the spill's river a device is, from the first downstream of it. */
function nthDownstream(device: DemoDevice, { devices }: City): number {
  return devices.filter(({ river }) => river?.key === SPILL_RIVER).indexOf(device)
}

const SPILL_RIVER = 'minxin'
/** What is left of a spill at a station further down. */
const diluted = ({ deviceaddr }: DemoDevice): number => Math.max(0.4, 1 - 0.12 * (deviceaddr % 5))

/** The wind turns towards where the front comes from. */
const fromNorthWest = (value: number, strength: number): number => {
  const turn = ((315 - value + 540) % 360) - 180
  return (value + turn * Math.min(1, 1.3 * strength) + 360) % 360
}

/** The air stations that are well, in their order. */
export const airStations = ({ devices }: City): DemoDevice[] =>
  devices.filter(({ product, health }) => product.key === 'air' && health === 'well')

/** Which of them is the station whose instruments fail. */
export const FAULTY = 14
const isFaulty = (device: DemoDevice, city: City): boolean => airStations(city)[FAULTY] === device

const week: readonly Happening[] = [
  {
    name: 'dustStorm',
    ago: 5,
    begins: 9,
    lasts: 11,
    ramp: 2.5,
    // A front of 30 km an hour out of the north-west.
    delay: (device) =>
      measures(device, ['pm10', 'windDirection', 'humidity']) ? (alongTheFront(device) + 30) / 30 : null,
    changes: {
      pm10: more(330, (device) => 1 - alongTheFront(device) / 150),
      pm25: more(42, (device) => 1 - alongTheFront(device) / 150),
      tsp: more(430),
      windSpeed: more(5.5),
      windDirection: fromNorthWest,
      humidity: (value, strength) => value * (1 - 0.45 * strength),
    },
  },
  {
    name: 'ozone',
    ago: 3,
    begins: 10.5,
    lasts: 10,
    ramp: 4.5,
    delay: (device) => (measures(device, ['o3']) ? 0 : null),
    // What the city gives off turns into ozone downwind of it.
    changes: { o3: more(112, (device) => 1 + alongTheFront(device) / 60), temperature: more(2.5) },
  },
  {
    name: 'diversion',
    ago: 2,
    begins: 16.5,
    lasts: 6.5,
    ramp: 1,
    delay: (device) => (measures(device, ['noise', 'no2']) && nearTheDiversion(device) ? 0 : null),
    changes: { noise: more(9.5), no2: more(38), co: more(0.7) },
  },
  {
    name: 'spill',
    ago: 4,
    begins: 2.5,
    lasts: 14,
    ramp: 1.2,
    delay: (device, city) => {
      const nth = nthDownstream(device, city)
      return nth < 0 ? null : 1.3 * nth
    },
    changes: {
      ammonia: more(4.6, diluted),
      cod: more(62, diluted),
      phosphorus: more(0.55, diluted),
      oxygen: (value, strength, device) => value * (1 - 0.72 * strength * diluted(device)),
      turbidity: more(55, diluted),
    },
  },
  {
    name: 'stuckOzone',
    ago: 1,
    begins: 1,
    lasts: 15,
    ramp: 0.01,
    delay: (device, city) => (isFaulty(device, city) ? 0 : null),
    changes: { o3: (value, strength) => (strength > 0 ? 41.7 : value) },
  },
  {
    name: 'spikingSo2',
    ago: 6,
    begins: 8,
    lasts: 30,
    ramp: 0.01,
    delay: (device, city) => (isFaulty(device, city) ? 0 : null),
    changes: {
      so2: (value, strength, device, t) =>
        strength > 0 && chance(Math.floor(t / SPIKE_MS) * 17 + device.place) > 0.93 ? value + 180 : value,
    },
  },
]

/** A spike fills one sample of the history, milliseconds. */
const SPIKE_MS = 5 * 60_000

/** What of the week touches a device in a span, epoch ms, in a city whose demo began at `since`. */
export function weekOf(city: City, since: number, device: DemoDevice, from: number, until: number): Scene[] {
  const found: Scene[] = []
  const start = Math.floor((since + ZONE_OFFSET_MS) / DAY)
  for (const { name, ago, begins, lasts, ramp, delay, changes } of week) {
    const late = delay(device, city)
    if (late === null) continue
    const first = (start - ago) * DAY - ZONE_OFFSET_MS + (begins + late) * HOUR
    const weeks = Math.floor((from - first - lasts * HOUR) / (7 * DAY))
    for (let at = first + weeks * 7 * DAY; at < until; at += 7 * DAY) {
      const scene = { kind: { name, changes }, from: at, until: at + lasts * HOUR, ramp }
      if (scene.until > from) found.push(scene)
    }
  }
  return found
}
