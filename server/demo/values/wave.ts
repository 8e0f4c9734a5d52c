import { DAY, HOUR } from '../../../resources/kit/zone.ts'

/**
 * Returns the value that the demo city measures without scenes (scenes.ts): a pure function of quantity, place and
 * time. The weather is shared by the whole city and drives the other quantities: rain raises the river, wind clears the
 * air, dusk turns on the lamps. These values alone violate no limit.
 *
 * @param normal the river's level at this place on an ordinary day, metres
 */
export const waveAt = (quantity: Quantity, place: number, t: number, normal = 1.9): number =>
  roundForInstrument(quantity, curves[quantity](weatherAt(t), place, t, normal))

/** Rounds a value to the digits of its instrument. */
export const roundForInstrument = (quantity: Quantity, value: number): number =>
  Math.round(value * 10 ** decimals[quantity]) / 10 ** decimals[quantity]

export type Quantity = keyof typeof curves

interface Weather {
  /** Hour of the city's day, 0 to 24 with fraction. */
  hour: number
  temperature: number
  humidity: number
  wind: number
  /** Millimetres per hour. */
  rain: number
  /** 0 at night, 1 at noon of a clear day. */
  sun: number
  /** How strongly the air holds pollutants: 1 on an ordinary day. */
  haze: number
  /** How busy the streets are, 0 to 1. */
  traffic: number
  /**
   * Direction that the wind comes from, degrees: from the mountains in the north-west at night, from the plain in the
   * south-east by day.
   */
  direction: number
}

const TURN = 2 * Math.PI
/** Offset of China Standard Time, ms. */
export const ZONE_OFFSET_MS = 8 * HOUR

function weatherAt(t: number): Weather {
  const hour = ((t + ZONE_OFFSET_MS) % DAY) / HOUR
  const season = Math.cos((TURN * ((t / DAY) % 365.25)) / 365.25 - 0.35)
  const rain = Math.max(0, drift(2, t, 16 * HOUR) - 0.55) * (14 - 10 * season)
  const daily = Math.cos((TURN * (hour - 14.5)) / 24)
  const wind = Math.max(0.2, 2.3 + 0.9 * daily + 1.6 * drift(4, t, 7 * HOUR) + 0.6 * drift(5, t, HOUR / 3))
  const direction = 225 - 45 * daily + 190 * drift(8, t, 11 * HOUR)
  // Emissions of the industry in the south-east arrive with the wind from there.
  const carried = Math.cos((TURN * (direction - 140)) / 360)
  return {
    hour,
    wind,
    direction,
    rain,
    temperature: 14 - 13 * season + (5 - 3 * Math.min(1, rain)) * daily + 3.5 * drift(1, t, 3 * DAY),
    humidity: between(56 - 14 * daily + 16 * drift(3, t, 2 * DAY) + 8 * Math.min(4, rain), 14, 99),
    sun: Math.max(0, Math.sin((TURN * (hour - 6)) / 24)) * (0.75 + 0.25 * drift(7, t, 5 * HOUR)),
    haze: Math.exp(0.38 * drift(6, t, 2.5 * DAY) + 0.2 * carried) * (2.6 / (1.6 + wind)) * (rain > 0.2 ? 0.6 : 1),
    traffic: between(0.12 + peak(hour, 8, 1.6) + peak(hour, 18, 2) + 0.45 * peak(hour, 13, 5), 0, 1),
  }
}

/**
 * Computes a quantity from the weather and the place. Each device has its own number as place, from which offset and
 * jitter follow.
 */
type Curve = (weather: Weather, place: number, t: number, normal: number) => number

const pm25: Curve = (w, place, t) =>
  between(36 * w.haze * (0.8 + 0.45 * w.traffic) * lean(place, 0.25) + 4 * jitter(place, t), 2, 480)
const pm10: Curve = (w, place, t, normal) =>
  between(pm25(w, place, t, normal) * 1.55 + 6 * w.wind + 5 * jitter(place + 1, t), 5, 590)
const temperature: Curve = (w, place, t) => w.temperature + 1.2 * (lean(place, 1) - 1) + 0.25 * jitter(place + 2, t)
const nh3: Curve = (w, place, t) => between(0.2 + 0.35 * w.traffic * lean(place, 0.4) + 0.06 * jitter(place, t), 0, 10)
const soilMoisture: Curve = (w, place, t) =>
  between(36 + 5 * drift(place, t, 30 * HOUR) - 3 * w.sun + 0.4 * jitter(place, t), 5, 90)
const lampOn = (w: Weather, place: number): boolean =>
  w.sun < 0.06 + 0.03 * lean(place, 1) && !(w.hour > 1 && w.hour < 4.5 && place % 3 === 0)
const dimming: Curve = (w, place) => (lampOn(w, place) ? (w.hour > 23 || w.hour < 5 ? 45 : 85) : 0)
const waterTemperature: Curve = (_w, place, t) =>
  between(weatherAt(t - 5 * HOUR).temperature * 0.55 + 6 + 0.1 * jitter(place, t), 0.5, 34)
const level: Curve = (_w, place, t, normal) =>
  between(
    normal * lean(place, 0.04) +
      0.12 * drift(place, t, 2 * DAY) +
      0.06 * Math.min(8, rainBefore(t)) +
      0.02 * jitter(place, t),
    0.1,
    9,
  )

const curves = {
  pm25,
  pm10,
  tsp: (w, place, t, normal) =>
    between(pm10(w, place, t, normal) * 1.35 + 60 * working(w.hour) * lean(place, 0.6), 10, 980),
  o3: (w, place, t) =>
    between(28 + 105 * w.sun * (0.7 + w.temperature / 60) * lean(place, 0.2) + 4 * jitter(place + 3, t), 2, 390),
  no2: (w, place, t) => between(16 + 46 * w.traffic * w.haze * lean(place, 0.3) + 2 * jitter(place + 4, t), 2, 290),
  so2: (w, place, t) => between(5 + 9 * w.haze * lean(place, 0.4) + 0.8 * jitter(place + 10, t), 1, 480),
  co: (w, place, t) =>
    between(0.3 + (0.35 + 0.4 * w.traffic) * w.haze * lean(place, 0.25) + 0.04 * jitter(place + 11, t), 0.1, 9),
  temperature,
  humidity: (w, place, t) => between(w.humidity + 6 * (lean(place, 1) - 1) + 0.8 * jitter(place + 5, t), 5, 100),
  windSpeed: (w, place, t) => between(w.wind * lean(place, 0.3) + 0.5 * jitter(place + 6, t), 0, 39),
  windDirection: (w, place, t) => (((w.direction + 14 * jitter(place + 7, t)) % 360) + 360) % 360,
  pressure: (w, place, t) => 1013 - 0.45 * (w.temperature - 14) + 7 * drift(9, t, 3 * DAY) + 0.1 * jitter(place, t),
  noise: (w, place, t) => between(44 + 19 * w.traffic * lean(place, 0.1) + 1.2 * jitter(place + 8, t), 32, 118),
  level,
  turbidity: (w, place, t) =>
    between(6 * lean(place, 0.5) + 9 * Math.min(6, rainBefore(t)) + 1.2 * jitter(place + 9, t), 0.3, 980),
  ph: (_w, place, t) => between(7.4 + 0.25 * drift(place, t, 20 * HOUR) + 0.03 * jitter(place, t), 5, 9.5),
  waterTemperature,
  // Warm water holds less oxygen; plants add some by day.
  oxygen: (w, place, t, normal) => {
    const warm = waterTemperature(w, place, t, normal)
    const full = 14.6 - 0.39 * warm + 0.0065 * warm ** 2
    return between(full * (0.82 + 0.1 * lean(place, 0.8) * w.sun) + 0.08 * jitter(place + 12, t), 0.2, 19)
  },
  cod: (_w, place, t) => between(13 * lean(place, 0.35) + 0.9 * rainBefore(t) + 0.7 * jitter(place + 13, t), 3, 240),
  ammonia: (_w, place, t) =>
    between(0.42 * lean(place, 0.5) + 0.03 * rainBefore(t) + 0.03 * jitter(place + 14, t), 0.03, 24),
  phosphorus: (_w, place, t) =>
    between(0.1 * lean(place, 0.45) + 0.006 * rainBefore(t) + 0.005 * jitter(place + 15, t), 0.01, 4.8),
  flow: (w, place, t, normal) =>
    between(0.25 * lean(place, 0.3) + 0.18 * level(w, place, t, normal) + 0.03 * jitter(place + 1, t), 0, 6),
  nh3,
  h2s: (w, place, t, normal) => nh3(w, place + 1, t, normal) * 0.06,
  visitors: (w, place, t) => Math.max(0, 4 + 34 * w.traffic * lean(place, 0.4) + 3 * jitter(place, t)),
  fan: (w, place, t, normal) =>
    nh3(w, place, t, normal) > 0.55 || (w.hour > 7 && w.hour < 21 && Math.floor(t / HOUR) % 2 === 0) ? 1 : 0,
  lamp: (w, place) => (lampOn(w, place) ? 1 : 0),
  dimming,
  voltage: (_w, place, t) => 221 + 3 * drift(place, t, 4 * HOUR) + 0.6 * jitter(place, t),
  power: (w, place, t, normal) =>
    1.3 * dimming(w, place, t, normal) * lean(place, 0.1) + (lampOn(w, place) ? jitter(place, t) : 0) + 1.5,
  soilMoisture,
  light: (w, place, t) => Math.max(0, 62 * w.sun * lean(place, 0.15) + 0.6 * w.sun * jitter(place, t)),
  co2: (w, place, t) => between(620 - 190 * w.sun * lean(place, 0.2) + 18 * jitter(place, t), 320, 1950),
  houseTemperature: (w, place, t, normal) => between(temperature(w, place, t, normal) * 0.45 + 12 + 8 * w.sun, 4, 44),
  valve: (w, place, t, normal) =>
    soilMoisture(w, place, t, normal) < 35 && ((w.hour > 6 && w.hour < 7.5) || (w.hour > 17.5 && w.hour < 19)) ? 1 : 0,
  ions: (w, place, t) =>
    between(
      1500 * lean(place, 0.3) + 420 * w.sun + 260 * Math.min(3, w.rain) - 300 * (w.haze - 1) + 40 * jitter(place, t),
      80,
      4900,
    ),
  uv: (w) => Math.round(9 * w.sun),
  floodDepth: (_w, place, t) => between((rainBefore(t) - 2) * 1.6 * lean(place, 0.4), 0, 148),
  cover: () => 0,
} satisfies Record<string, Curve>

/** Decimals that the instrument shows. */
const decimals: Record<Quantity, number> = {
  pm25: 1,
  pm10: 1,
  tsp: 1,
  o3: 1,
  no2: 1,
  so2: 1,
  co: 2,
  temperature: 1,
  humidity: 1,
  windSpeed: 1,
  windDirection: 0,
  pressure: 1,
  noise: 1,
  level: 2,
  turbidity: 1,
  ph: 2,
  waterTemperature: 1,
  oxygen: 2,
  cod: 1,
  ammonia: 3,
  phosphorus: 3,
  flow: 2,
  nh3: 2,
  h2s: 3,
  visitors: 0,
  fan: 0,
  lamp: 0,
  dimming: 0,
  voltage: 1,
  power: 1,
  soilMoisture: 1,
  light: 1,
  co2: 0,
  houseTemperature: 1,
  valve: 0,
  ions: 0,
  uv: 0,
  floodDepth: 1,
  cover: 0,
}
const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
const peak = (hour: number, centre: number, width: number): number => Math.exp(-(((hour - centre) / width) ** 2))
const working = (hour: number): number => (hour > 7 && hour < 19 ? 1 : 0.15)
/** Returns the rain of the preceding six hours, weighted by age. */
const rainBefore = (t: number): number =>
  [0, 1, 2, 3, 4, 5].reduce(
    (sum, hours) => sum + Math.max(0, drift(2, t - hours * HOUR, 16 * HOUR) - 0.55) * (6 - hours),
    0,
  )

/** Returns a pseudo-random number from 0 to 1, the same for the same integer. */
export function randomOf(n: number): number {
  let x = Math.imul(Math.trunc(n) ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}
/** Returns a value that wanders between -1 and 1, with a new target every `period` ms. */
function drift(seed: number, t: number, period: number): number {
  const step = Math.floor(t / period)
  const part = (1 - Math.cos(Math.PI * (t / period - step))) / 2
  const at = (n: number): number => randomOf(n * 7919 + seed * 104_729) * 2 - 1
  return at(step) * (1 - part) + at(step + 1) * part
}
const jitter = (place: number, t: number): number =>
  randomOf(Math.floor(t / 1000) * 31 + place * 613) - 0.5 + drift(place + 77, t, 4 * 60_000)
/** Returns a place's constant factor: 1 plus or minus up to `by`. */
const lean = (place: number, by: number): number => 1 + by * (randomOf(place * 131 + 7) * 2 - 1)
