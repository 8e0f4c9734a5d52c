import { projects, type DemoArea } from './areas.ts'
import { products, type DemoProduct } from './products.ts'
import { chance } from './wave.ts'

/** How a device of the demo behaves. */
export type Health = 'well' | 'offline' | 'stale' | 'disabled'

export interface DemoDevice {
  /** Position in the city, from 0: its place in `wave.ts`, and its turn in the simulator. */
  place: number
  name: string
  sn: string
  project: number
  /** Index into `city.areas`. */
  area: number
  /** Index into `city.gateways`; null stands alone. */
  gateway: number | null
  deviceaddr: number
  product: DemoProduct
  health: Health
  positional: string
  json_data: string | null
}

/** A city: areas, and the gateways and devices in them. */
export interface City {
  areas: { name: string; project: number; parent: number | null; source: DemoArea }[]
  gateways: { name: string; regcode: string; project: number; protocol_type: number }[]
  devices: DemoDevice[]
}

/** So many devices share a gateway. */
const PER_GATEWAY = 7

/** What a device that is late sends is this old, milliseconds. */
export const LATE = 13 * 60_000

/** Whether a device sends at a moment; one that is offline fell silent some hours before `since`, the first start. */
export function sendsAt(device: DemoDevice, t: number, since: number): boolean {
  if (t > silentFrom(device, since)) return false
  // An outage of half a day here and there, as any network has.
  return t > since - HALF_DAY || chance(Math.floor(t / HALF_DAY) * 13 + device.place * 401) > 0.012
}

/** When a device came on line (1) and went off (0) in the thirty days before `since`. */
export function connectionsOf(device: DemoDevice, since: number): { time: number; state: number }[] {
  const start = since - 60 * HALF_DAY
  const halfDays = Array.from({ length: 60 }, (_, i) => (Math.floor(start / HALF_DAY) + 1 + i) * HALF_DAY)
  const moments = [start, ...halfDays, since - HALF_DAY, silentFrom(device, since)].filter((time) => time >= start && time < since)
  const states = moments.toSorted((a, b) => a - b).map((time) => ({ time, state: sendsAt(device, time + 1, since) ? 1 : 0 }))
  return states.filter(({ state }, i) => state !== (states[i - 1]?.state ?? 0))
}

const HALF_DAY = 43_200_000

/** When a device fell silent for good. */
function silentFrom({ place, health }: DemoDevice, since: number): number {
  const silence: Record<Health, number> = {
    well: Number.POSITIVE_INFINITY,
    stale: Number.POSITIVE_INFINITY,
    offline: Math.round(since - (1 + 40 * chance(place + 17)) * 3_600_000),
    disabled: since - 18 * HALF_DAY,
  }
  return silence[health]
}

/** Devices of the city as areas.ts draws it. */
export const CITY_SIZE = projects.reduce((sum, { area }) => sum + sizeOf(area), 0)

/** The city with so many devices in the same areas, every product in its proportion; always the same for a number. */
export function buildCity(devices: number): City {
  const built: City = { areas: [], gateways: [], devices: [] }
  // What is drawn so far, scaled and rounded down, is what has to stand so far: the sum comes out to the device.
  let drawn = 0
  let standing = 0
  const scaled: Scale = (count) => {
    drawn += count
    const wanted = Math.floor((drawn * devices) / CITY_SIZE) - standing
    standing += wanted
    return wanted
  }
  const numbers = new Map<string, number>()
  projects.forEach((project, index) => placeArea(built, numbers, scaled, project.area, index, null))
  return built
}

/** How many devices stand where so many are drawn. */
type Scale = (count: number) => number

function sizeOf({ devices = {}, inside = [] }: DemoArea): number {
  return [...Object.values(devices), ...inside.map(sizeOf)].reduce((sum, count) => sum + count, 0)
}

function placeArea(built: City, numbers: Map<string, number>, scaled: Scale, source: DemoArea, project: number, parent: number | null): void {
  const area = built.areas.push({ name: source.name, project, parent, source }) - 1
  const standing: DemoDevice[] = []
  for (const [key, drawn] of Object.entries(source.devices ?? {})) {
    const count = scaled(drawn)
    const product = products.find((one) => one.key === key)
    for (let i = 0; product && i < count; i++) standing.push(placeDevice(built, numbers, source, project, area, product, count))
  }
  connect(built, standing, gatewayNames[project] ?? districtOf(built, area), project)
  for (const inside of source.inside ?? []) placeArea(built, numbers, scaled, inside, project, area)
}

function placeDevice(built: City, numbers: Map<string, number>, { short, lng, lat }: DemoArea, project: number, area: number, product: DemoProduct, count: number): DemoDevice {
  const place = built.devices.length
  const stem = `${short}${titles[product.key] ?? product.name}`
  const number = (numbers.get(stem) ?? 0) + 1
  numbers.set(stem, number)
  const name = product.key === 'farm' ? `${short} ${number} 号棚` : count === 1 && number === 1 ? stem : `${stem} ${String(number).padStart(2, '0')}`
  const spread = product.key === 'farm' ? 0.008 : 0.028
  const positional = { maplng: round(lng + spread * (chance(place * 3 + 1) - 0.5)), maplat: round(lat + 0.75 * spread * (chance(place * 3 + 2) - 0.5)) }
  const device: DemoDevice = {
    place,
    name,
    sn: `18690${String(10_017 + place * 43)}`,
    project,
    area,
    gateway: null,
    deviceaddr: 0,
    product,
    health: ill.get(place % CITY_SIZE) ?? 'well',
    positional: JSON.stringify(positional),
    json_data: product.key === 'toilet' ? JSON.stringify({ cleaner_list: cleaners(place) }) : null,
  }
  built.devices.push(device)
  return device
}

/** Gives an area's devices their gateways; every fifteenth device stands alone. */
function connect(built: City, standing: readonly DemoDevice[], short: string, project: number): void {
  const networked = standing.filter((device) => device.place % 15 !== 9)
  networked.forEach((device, i) => {
    if (i % PER_GATEWAY === 0) {
      const same = built.gateways.filter((gateway) => gateway.name.startsWith(`GW-${short}-`)).length
      const index = built.gateways.length
      const name = `GW-${short}-${String(same + 1).padStart(2, '0')}`
      built.gateways.push({ name, regcode: String(86_530_100 + index * 7), project, protocol_type: [1, 1, 4, 2][index % 4] ?? 1 })
    }
    device.gateway = built.gateways.length - 1
    device.deviceaddr = (i % PER_GATEWAY) + 1
  })
}

/** The first two characters of the district an area lies in: 正定新区 gives 正定. */
function districtOf(built: City, area: number): string {
  const { source, parent } = built.areas[area] ?? { source: projects[0]?.area, parent: null }
  return parent === null || parent === 0 ? (source?.name ?? '').slice(0, 2) : districtOf(built, parent)
}

/** Gateways of the other projects are named after what they serve. */
const gatewayNames: readonly (string | null)[] = [null, '内涝', '农园']

/** What a device of a product is called after the place it stands in. */
const titles: Readonly<Record<string, string>> = {
  air: '空气微站',
  dust: '工地扬尘',
  noise: '噪声监测屏',
  hydrology: '水位监测点',
  weather: '气象站',
  toilet: '智慧公厕',
  lamp: '路灯',
  ions: '负氧离子站',
  flood: '积水点',
}

/** The few of each two hundred that are not well, by place. */
const ill = new Map<number, Health>([
  ...[6, 31, 74, 88, 119, 133, 162, 171].map((place) => [place, 'offline'] as const),
  ...[23, 97].map((place) => [place, 'stale'] as const),
  ...[58, 141].map((place) => [place, 'disabled'] as const),
])

const names = ['王秀兰', '李桂英', '张建国', '刘淑珍', '陈玉梅', '赵志强', '孙丽华', '周福生']

function cleaners(place: number): object[] {
  return [0, 1].map((i) => {
    const nth = (place * 3 + i * 5) % names.length
    const counts = { good: (place * 7 + i * 3) % 30, nomal: (place + i) % 6, bad: (place * 5 + i) % 3 }
    return { name: names[nth], car_num: `冀A·${2000 + place * 17 + i}`, ...counts, status: (place + i) % 3 === 0 ? 0 : 1 }
  })
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The demo city: always the same, built from areas.ts and products.ts. */
export const city: City = buildCity(CITY_SIZE)
