import type { Language } from '../../i18n/types.ts'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { BESIDE_ROADS, projects, RIVER, type DemoArea } from './areas.ts'
import { translatorFor, type Text } from './language.ts'
import { productsIn, type DemoProduct } from './products.ts'
import type { River } from './rivers.ts'
import { randomOf } from './values/wave.ts'

/** Health of a demo device. */
export type Health = 'well' | 'offline' | 'stale' | 'disabled'

export interface DemoDevice {
  /** Index in the city, from 0: it selects the device's curves in `wave.ts` and its turn in the simulator. */
  place: number
  name: string
  sn: string
  project: number
  /** Index into `city.areas`. */
  area: number
  /** Index into `city.gateways`; null for a device without a gateway. */
  gateway: number | null
  deviceaddr: number
  product: DemoProduct
  /** The river that a level station measures; null for other devices. */
  river: River | null
  /** Surroundings of the device, in the stored form; null where they do not matter. */
  site: number | null
  health: Health
  positional: string
  json_data: string | null
}

/** A city: areas, and the gateways and devices in them, with names in one language. */
export interface City {
  language: Language
  areas: { name: string; project: number; parent: number | null; source: DemoArea }[]
  gateways: { name: string; regcode: string; project: number; protocol_type: number }[]
  devices: DemoDevice[]
}

/** Number of devices that share a gateway. */
const PER_GATEWAY = 7

/** Age of the values that a stale device sends, ms. */
export const LATE_BY_MS = 13 * 60_000

/** Whether a device sends at a moment; an offline device fell silent some hours before `since`, the first start. */
export function sendsAt(device: DemoDevice, t: number, since: number): boolean {
  if (t > silentFrom(device, since)) return false
  // Outages of half a day now and then, as in any network.
  return t > since - HALF_DAY || randomOf(Math.floor(t / HALF_DAY) * 13 + device.place * 401) > 0.012
}

/** Returns when a device came online (1) and went offline (0) in the thirty days before `since`. */
export function connectionsOf(device: DemoDevice, since: number): { time: number; state: number }[] {
  const start = since - 60 * HALF_DAY
  const halfDays = Array.from({ length: 60 }, (_, i) => (Math.floor(start / HALF_DAY) + 1 + i) * HALF_DAY)
  const moments = [start, ...halfDays, since - HALF_DAY, silentFrom(device, since)].filter(
    (time) => time >= start && time < since,
  )
  const states = moments
    .toSorted((a, b) => a - b)
    .map((time) => ({ time, state: sendsAt(device, time + 1, since) ? 1 : 0 }))
  return states.filter(({ state }, i) => state !== (states[i - 1]?.state ?? 0))
}

const HALF_DAY = DAY / 2

/** Returns when a device fell silent for good. */
function silentFrom({ place, health }: DemoDevice, since: number): number {
  const silence: Record<Health, number> = {
    well: Number.POSITIVE_INFINITY,
    stale: Number.POSITIVE_INFINITY,
    offline: Math.round(since - (1 + 40 * randomOf(place + 17)) * HOUR),
    disabled: since - 18 * HALF_DAY,
  }
  return silence[health]
}

/** Number of devices in the city that areas.ts describes. */
export const CITY_SIZE = projects.reduce((sum, { area }) => sum + sizeOf(area), 0)

/**
 * Builds the city with this number of devices in the same areas, with the same proportion of products. Equal numbers
 * give the same city, except for the language of its names.
 */
export function buildCity(devices: number, language: Language = 'zhCN'): City {
  const built: City = { language, areas: [], gateways: [], devices: [] }
  const placing: Placing = {
    built,
    numbers: new Map(),
    products: productsIn(language),
    translate: translatorFor(language),
    scaled: (count) => scaled(count),
  }
  // At each step the placed devices equal the scaled and rounded sum of those drawn so far, so that the total is exact.
  let drawn = 0
  let standing = 0
  const scaled = (count: number): number => {
    drawn += count
    const wanted = Math.floor((drawn * devices) / CITY_SIZE) - standing
    standing += wanted
    return wanted
  }
  projects.forEach((project, index) => placeArea(placing, project.area, index, null))
  return built
}

/** State that is shared while areas and devices are placed. */
interface Placing {
  built: City
  /** How often each name has been used. */
  numbers: Map<string, number>
  products: readonly DemoProduct[]
  translate: (text: Text) => string
  /** Converts a drawn number of devices to the number to place. */
  scaled: (count: number) => number
}

function sizeOf({ devices = {}, inside = [] }: DemoArea): number {
  return [...Object.values(devices), ...inside.map(sizeOf)].reduce((sum, count) => sum + count, 0)
}

function placeArea(placing: Placing, source: DemoArea, project: number, parent: number | null): void {
  const { built, products, translate, scaled } = placing
  const area = built.areas.push({ name: translate(source.name), project, parent, source }) - 1
  const standing: DemoDevice[] = []
  for (const [key, drawn] of Object.entries(source.devices ?? {})) {
    const count = scaled(drawn)
    const product = products.find((one) => one.key === key)
    for (let i = 0; product && i < count; i++)
      standing.push(placeDevice(placing, source, project, area, product, count))
  }
  const own = gatewayNames[project]
  connect(built, standing, own ? translate(own) : districtOf(built, area), project)
  for (const inside of source.inside ?? []) placeArea(placing, inside, project, area)
}

function placeDevice(
  { built, numbers, translate }: Placing,
  { short, lng, lat, river, site }: DemoArea,
  project: number,
  area: number,
  product: DemoProduct,
  count: number,
): DemoDevice {
  const place = built.devices.length
  // Chinese names are joined without a space, English names with one.
  const stem = `${translate(short)}${built.language === 'zhEN' ? ' ' : ''}${translate(titles[product.key] ?? [product.name, product.name, product.name])}`
  const number = (numbers.get(stem) ?? 0) + 1
  numbers.set(stem, number)
  const house =
    built.language === 'zhEN' ? `${stem} ${number}` : `${translate(short)} ${number} ${translate(['号棚', '號棚', ''])}`
  const name =
    product.key === 'farm' ? house : count === 1 && number === 1 ? stem : `${stem} ${String(number).padStart(2, '0')}`
  const spread = product.key === 'farm' ? 0.008 : 0.028
  const positional = {
    maplng: round(lng + spread * (randomOf(place * 3 + 1) - 0.5)),
    maplat: round(lat + 0.75 * spread * (randomOf(place * 3 + 2) - 0.5)),
  }
  const device: DemoDevice = {
    place,
    name,
    sn: `18690${String(10_017 + place * 43)}`,
    project,
    area,
    gateway: null,
    deviceaddr: 0,
    product,
    river: product.key === 'hydrology' ? (river ?? null) : null,
    site: siteOf(product, site),
    health: ill.get(place % CITY_SIZE) ?? 'well',
    positional: JSON.stringify(positional),
    json_data: product.key === 'toilet' ? JSON.stringify({ cleaner_list: cleaners(place, translate) }) : null,
  }
  built.devices.push(device)
  return device
}

function siteOf({ key }: DemoProduct, ofArea = BESIDE_ROADS): number | null {
  if (key === 'noise') return ofArea
  if (key === 'hydrology') return RIVER
  return key === 'dust' ? BESIDE_ROADS : null
}

/** Assigns gateways to an area's devices; every fifteenth device has none. */
function connect(built: City, standing: readonly DemoDevice[], short: string, project: number): void {
  const networked = standing.filter((device) => device.place % 15 !== 9)
  networked.forEach((device, i) => {
    if (i % PER_GATEWAY === 0) {
      const same = built.gateways.filter((gateway) => gateway.name.startsWith(`GW-${short}-`)).length
      const index = built.gateways.length
      const name = `GW-${short}-${String(same + 1).padStart(2, '0')}`
      built.gateways.push({
        name,
        regcode: String(86_530_100 + index * 7),
        project,
        protocol_type: [1, 1, 4, 2][index % 4] ?? 1,
      })
    }
    device.gateway = built.gateways.length - 1
    device.deviceaddr = (i % PER_GATEWAY) + 1
  })
}

/**
 * Returns the district's name for the names of its gateways: 正定新区 gives 正定, Zhengding New Area gives Zhengding.
 */
function districtOf(built: City, area: number): string {
  const { source, parent, name } = built.areas[area] ?? { source: projects[0]?.area, parent: null, name: '' }
  if (parent !== null && parent !== 0) return districtOf(built, parent)
  return built.language === 'zhEN'
    ? (translatorFor('zhEN')(source?.short ?? ['', '', '']).split(' ')[0] ?? '')
    : name.slice(0, 2)
}

/** Gateways of the other projects are named after their purpose. */
const gatewayNames: readonly (Text | null)[] = [null, ['内涝', '淹水', 'Flood'], ['农园', '農園', 'Farm']]

/** Name of a product's device, after the name of its place. */
const titles: Readonly<Record<string, Text>> = {
  air: ['空气微站', '空氣微型站', 'air station'],
  dust: ['工地扬尘', '工地揚塵', 'site dust'],
  noise: ['噪声监测屏', '噪音監測看板', 'noise display'],
  hydrology: ['水位监测点', '水位監測點', 'level station'],
  weather: ['气象站', '氣象站', 'weather station'],
  toilet: ['智慧公厕', '智慧公廁', 'public toilet'],
  lamp: ['路灯', '路燈', 'street light'],
  farm: ['大棚', '溫室', 'greenhouse'],
  ions: ['负氧离子站', '負氧離子站', 'ion station'],
  flood: ['积水点', '積水點', 'flood point'],
}

/** The few devices of each two hundred that are not well, by place. */
const ill = new Map<number, Health>([
  ...[6, 31, 74, 88, 119, 133, 162, 171].map((place) => [place, 'offline'] as const),
  ...[23, 97].map((place) => [place, 'stale'] as const),
  ...[58, 141].map((place) => [place, 'disabled'] as const),
])

const names: readonly Text[] = [
  ['王秀兰', '王秀蘭', 'Wang Xiulan'],
  ['李桂英', '李桂英', 'Li Guiying'],
  ['张建国', '張建國', 'Zhang Jianguo'],
  ['刘淑珍', '劉淑珍', 'Liu Shuzhen'],
  ['陈玉梅', '陳玉梅', 'Chen Yumei'],
  ['赵志强', '趙志強', 'Zhao Zhiqiang'],
  ['孙丽华', '孫麗華', 'Sun Lihua'],
  ['周福生', '周福生', 'Zhou Fusheng'],
]

function cleaners(place: number, translate: (text: Text) => string): object[] {
  return [0, 1].map((i) => {
    const nth = (place * 3 + i * 5) % names.length
    const counts = { good: (place * 7 + i * 3) % 30, nomal: (place + i) % 6, bad: (place * 5 + i) % 3 }
    const number = 2000 + place * 17 + i
    return {
      name: translate(names[nth] ?? ['', '', '']),
      car_num: translate([`冀A·${number}`, `冀A·${number}`, `JI-A ${number}`]),
      ...counts,
      status: (place + i) % 3 === 0 ? 0 : 1,
    }
  })
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The demo city, built from areas.ts and products.ts; it is always the same. */
export const city: City = buildCity(CITY_SIZE)
