import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import type { City, DemoDevice } from '../city.ts'
import type { Scene } from './scenes.ts'
import { randomOf, ZONE_OFFSET_MS, type Quantity } from './wave.ts'

/**
 * An event of once a week that affects many devices: a dust front that crosses the city, an afternoon of ozone, an
 * evening of diverted traffic, a spill that drifts down a river, and a station whose instruments fail. The week is
 * counted from the day of the first start, so that each event occurs once in the seven days before.
 */
interface Happening {
  name: string
  /** Days before the day of the first start. */
  ago: number
  /** Hour of the city's day at which it begins, without delays. */
  begins: number
  /** Duration for one device, hours. */
  lasts: number
  /** Hours until the event peaks, and from the peak to its end. */
  ramp: number
  /** Returns the hours until the event reaches a device; null where it does not. */
  delay(device: DemoDevice, city: City): number | null
  changes: Scene['kind']['changes']
}

const more =
  (by: number, share: (device: DemoDevice) => number = () => 1) =>
  (value: number, strength: number, device: DemoDevice): number =>
    value + by * strength * share(device)

/** Returns the kilometres east and north of the city's centre. */
function kmOf({ positional }: DemoDevice): { east: number; north: number } {
  const { maplng, maplat } = JSON.parse(positional) as { maplng: number; maplat: number }
  return { east: (maplng - 114.5148) * 87.6, north: (maplat - 38.0428) * 111 }
}

const measures = ({ product }: DemoDevice, quantities: readonly Quantity[]): boolean =>
  product.nodes.some(([quantity]) => quantities.includes(quantity))

/** Returns the position of a device along the line from north-west to south-east, kilometres; about -30 to 30. */
const alongTheFront = (device: DemoDevice): number => {
  const { east, north } = kmOf(device)
  return (east - north) / Math.SQRT2
}

/** Whether a device is near the closed road. */
function nearTheDiversion(device: DemoDevice): boolean {
  const { east, north } = kmOf(device)
  return Math.hypot(east + 3.9, north + 1.85) < 6
}

/** Returns the index of a station along the spill's river, counted downstream; negative for other devices. */
function nthDownstream(device: DemoDevice, { devices }: City): number {
  return devices.filter(({ river }) => river?.key === SPILL_RIVER).indexOf(device)
}

const SPILL_RIVER = 'minxin'
/** Returns the share of a spill that remains at a station. */
const diluted = ({ deviceaddr }: DemoDevice): number => Math.max(0.4, 1 - 0.12 * (deviceaddr % 5))

/** Turns the wind towards the direction that the front comes from. */
const fromNorthWest = (value: number, strength: number): number => {
  const turn = ((315 - value + 540) % 360) - 180
  return (value + turn * Math.min(1, 1.3 * strength) + 360) % 360
}

/** Returns the air stations that are well, in order. */
export const airStations = ({ devices }: City): DemoDevice[] =>
  devices.filter(({ product, health }) => product.key === 'air' && health === 'well')

/** Index of the air station whose instruments fail. */
export const FAULTY = 14
const isFaulty = (device: DemoDevice, city: City): boolean => airStations(city)[FAULTY] === device

const week: readonly Happening[] = [
  {
    name: 'dustStorm',
    ago: 5,
    begins: 9,
    lasts: 11,
    ramp: 2.5,
    // A front that moves at 30 km an hour from the north-west.
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
    // The city's emissions form ozone downwind of it.
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
        strength > 0 && randomOf(Math.floor(t / SPIKE_MS) * 17 + device.place) > 0.93 ? value + 180 : value,
    },
  },
]

/** A spike spans one sample of the history, ms. */
const SPIKE_MS = 5 * 60_000

/** Returns the weekly scenes of a device that overlap a span, epoch ms, in a city whose demo began at `since`. */
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
