import type { Language } from '../../i18n/types.ts'
import { translatorFor, type Text } from './language.ts'
import type { Quantity } from './values/wave.ts'

/** A node of the demo, as the node table holds it; `wave.ts` has its values. */
export interface DemoNode {
  quantity: Quantity
  name: string
  /** Empty where there is no unit, as for pH. */
  unitname: string
  min_value: number
  max_value: number
  /** NodeRegisterType: 1 switch, 2 read-only switch, 3 settable number, 4 number. */
  registertype: 1 | 2 | 3 | 4
  /** Display script, where values are not shown as plain numbers; null: as they are. */
  node_script: string | null
  /** Path of its picture, a file of the console (public/demo). */
  imginfo: string
}

export interface DemoProduct {
  key: string
  name: string
  product_type: number
  explained: string
  /** Aliases by quantity; a node's address is its index in the list, from 1. */
  nodes: readonly (readonly [quantity: Quantity, alias: string])[]
  acquisition_cycle: number
  /**
   * Minutes, or SAVE_ON_CHANGE. Never shorter than the step of the history's last day (history.ts): otherwise values of
   * that day would be expected that do not exist.
   */
  save_cycle: number
  over_time: number
}

type Words = string | Text
type Drawn<T> = {
  [K in keyof T]: K extends 'name' | 'unitname' | 'explained' ? Words : K extends 'node_script' ? Words | null : T[K]
}

const pathOf = (picture: string): string => `/demo/${picture}.svg`
const data = (
  quantity: Quantity,
  picture: string,
  name: Words,
  unitname: Words,
  min_value: number,
  max_value: number,
): Drawn<DemoNode> => ({
  quantity,
  name,
  unitname,
  min_value,
  max_value,
  registertype: 4,
  node_script: null,
  imginfo: pathOf(picture),
})
const flag = (
  quantity: Quantity,
  picture: string,
  name: Words,
  registertype: 1 | 2,
  node_script: Words | null = null,
): Drawn<DemoNode> => ({
  quantity,
  name,
  unitname: '',
  min_value: 0,
  max_value: 1,
  registertype,
  node_script,
  imginfo: pathOf(picture),
})

const drawnNodes: readonly Drawn<DemoNode>[] = [
  data('pm25', 'particles', 'PM2.5', 'µg/m³', 0, 500),
  data('pm10', 'particles', 'PM10', 'µg/m³', 0, 800),
  data('tsp', 'dust', 'TSP', 'µg/m³', 0, 2000),
  data('o3', 'molecule', ['臭氧 O3', '臭氧 O3', 'Ozone O3'], 'µg/m³', 0, 400),
  data('no2', 'molecule', ['二氧化氮 NO2', '二氧化氮 NO2', 'Nitrogen dioxide NO2'], 'µg/m³', 0, 300),
  data('so2', 'molecule', ['二氧化硫 SO2', '二氧化硫 SO2', 'Sulphur dioxide SO2'], 'µg/m³', 0, 500),
  data('co', 'molecule', ['一氧化碳 CO', '一氧化碳 CO', 'Carbon monoxide CO'], 'mg/m³', 0, 10),
  data('temperature', 'thermometer', ['温度', '溫度', 'Temperature'], '℃', -40, 60),
  data('humidity', 'humidity', ['湿度', '濕度', 'Humidity'], '%RH', 0, 100),
  data('windSpeed', 'wind', ['风速', '風速', 'Wind speed'], 'm/s', 0, 40),
  data('windDirection', 'compass', ['风向', '風向', 'Wind direction'], '°', 0, 360),
  data('pressure', 'gauge', ['气压', '氣壓', 'Air pressure'], 'hPa', 900, 1100),
  data('noise', 'sound', ['噪声', '噪音', 'Noise'], 'dB(A)', 30, 120),
  data('level', 'level', ['水位', '水位', 'Water level'], 'm', 0, 10),
  data('turbidity', 'turbidity', ['浊度', '濁度', 'Turbidity'], 'NTU', 0, 1000),
  data('ph', 'tube', 'pH', '', 0, 14),
  data('waterTemperature', 'thermometer', ['水温', '水溫', 'Water temperature'], '℃', 0, 40),
  data('oxygen', 'flask', ['溶解氧', '溶氧', 'Dissolved oxygen'], 'mg/L', 0, 20),
  data('cod', 'flask', ['化学需氧量 COD', '化學需氧量 COD', 'Chemical oxygen demand'], 'mg/L', 0, 250),
  data('ammonia', 'flask', ['氨氮', '氨氮', 'Ammonia nitrogen'], 'mg/L', 0, 25),
  data('phosphorus', 'flask', ['总磷', '總磷', 'Total phosphorus'], 'mg/L', 0, 5),
  data('flow', 'flow', ['流速', '流速', 'Flow velocity'], 'm/s', 0, 8),
  data('nh3', 'flask', ['氨气 NH3', '氨氣 NH3', 'Ammonia NH3'], 'mg/m³', 0, 10),
  data('h2s', 'flask', ['硫化氢 H2S', '硫化氫 H2S', 'Hydrogen sulphide H2S'], 'mg/m³', 0, 2),
  data('visitors', 'people', ['客流量', '人流量', 'Visitors'], ['人/h', '人/h', 'people/h'], 0, 200),
  flag('fan', 'fan', ['排风扇', '排風扇', 'Exhaust fan'], 1),
  flag('lamp', 'lamp', ['路灯开关', '路燈開關', 'Street light'], 1),
  {
    quantity: 'dimming',
    name: ['亮度', '亮度', 'Brightness'],
    unitname: '%',
    min_value: 0,
    max_value: 100,
    registertype: 3,
    node_script: null,
    imginfo: pathOf('dimming'),
  },
  data('voltage', 'volt', ['电压', '電壓', 'Voltage'], 'V', 0, 260),
  data('power', 'power', ['功率', '功率', 'Power'], 'W', 0, 250),
  data('soilMoisture', 'soil', ['土壤湿度', '土壤濕度', 'Soil moisture'], '%', 0, 100),
  data('light', 'sun', ['光照', '光照', 'Light'], 'klux', 0, 120),
  data('co2', 'molecule', ['二氧化碳 CO2', '二氧化碳 CO2', 'Carbon dioxide CO2'], 'ppm', 0, 2000),
  data('houseTemperature', 'thermometer', ['棚内温度', '棚內溫度', 'Greenhouse temperature'], '℃', -10, 50),
  flag('valve', 'valve', ['灌溉阀', '灌溉閥', 'Irrigation valve'], 1),
  data('ions', 'atom', ['负氧离子', '負氧離子', 'Negative ions'], ['个/cm³', '個/cm³', 'ions/cm³'], 0, 5000),
  data('uv', 'sun', ['紫外线', '紫外線', 'Ultraviolet'], ['级', '級', 'UVI'], 0, 11),
  data('floodDepth', 'level', ['积水深度', '積水深度', 'Flood depth'], 'cm', 0, 150),
  flag('cover', 'cover', ['井盖位移', '人孔蓋位移', 'Manhole cover moved'], 2, [
    "value > 0 ? '已移位' : '正常'",
    "value > 0 ? '已移位' : '正常'",
    "value > 0 ? 'moved' : 'in place'",
  ]),
]

const cycles = { acquisition_cycle: 60, save_cycle: 5, over_time: 600 }
/**
 * Cycles of products that environmental law judges: as long as the step of the demo's history, so that an hour of the
 * history counts as complete (server/environment/hours.ts).
 */
const JUDGED = { ...cycles, save_cycle: 15 }

/** Aliases short enough for a card, where the node's own name is too long. */
const shorter: Partial<Record<Quantity, Words>> = {
  no2: 'NO2',
  so2: 'SO2',
  co: 'CO',
  cod: 'COD',
  oxygen: ['溶解氧', '溶氧', 'Oxygen'],
  ammonia: ['氨氮', '氨氮', 'Ammonia N'],
  phosphorus: ['总磷', '總磷', 'Phosphorus'],
  h2s: ['硫化氢', '硫化氫', 'H2S'],
  lamp: ['开关', '開關', 'Light'],
  co2: 'CO2',
  o3: ['臭氧 O3', '臭氧 O3', 'Ozone'],
  nh3: ['氨气 NH3', '氨氣 NH3', 'Ammonia'],
  houseTemperature: ['棚内温度', '棚內溫度', 'Inside temp.'],
}

const drawnProducts: readonly (Omit<Drawn<DemoProduct>, 'nodes'> & { nodes: readonly Quantity[] })[] = [
  {
    key: 'air',
    name: ['空气微站 A3', '空氣微型站 A3', 'Air station A3'],
    product_type: 1,
    explained: [
      '六参数网格化空气质量微型站，带气象',
      '六參數網格化空氣品質微型站，附氣象',
      'Compact air quality station of six pollutants, with weather',
    ],
    ...JUDGED,
    nodes: ['pm25', 'pm10', 'temperature', 'humidity', 'o3', 'no2', 'so2', 'co', 'windSpeed', 'windDirection'],
  },
  {
    key: 'dust',
    name: ['扬尘站 D2', '揚塵站 D2', 'Dust station D2'],
    product_type: 1,
    explained: ['工地扬尘与噪声在线监测', '工地揚塵與噪音線上監測', 'Dust and noise of construction sites'],
    ...JUDGED,
    nodes: ['tsp', 'pm10', 'noise', 'windSpeed', 'windDirection'],
  },
  {
    key: 'noise',
    name: ['噪声屏 N1', '噪音看板 N1', 'Noise display N1'],
    product_type: 2,
    explained: ['道路噪声监测与户外显示屏', '道路噪音監測與戶外顯示看板', 'Road noise with an outdoor display'],
    ...JUDGED,
    over_time: 0,
    nodes: ['noise', 'pm25', 'pm10', 'temperature'],
  },
  {
    key: 'hydrology',
    name: ['水文站 H1', '水文站 H1', 'River station H1'],
    product_type: 3,
    explained: [
      '河道水位、流速与水质九参数',
      '河道水位、流速與水質九參數',
      'Level, flow and water quality of a river, nine parameters',
    ],
    ...JUDGED,
    acquisition_cycle: 30,
    over_time: 300,
    nodes: ['level', 'turbidity', 'ph', 'waterTemperature', 'flow', 'oxygen', 'cod', 'ammonia', 'phosphorus'],
  },
  {
    key: 'weather',
    name: ['气象站 W2', '氣象站 W2', 'Weather station W2'],
    product_type: 4,
    explained: ['五要素自动气象站', '五要素自動氣象站', 'Automatic weather station of five elements'],
    ...cycles,
    nodes: ['temperature', 'humidity', 'windSpeed', 'windDirection', 'pressure'],
  },
  {
    key: 'toilet',
    name: ['公厕套件 T5', '公廁套件 T5', 'Toilet kit T5'],
    product_type: 5,
    explained: [
      '公厕异味、客流与排风联动',
      '公廁異味、人流與排風連動',
      'Odour, visitors and ventilation of a public toilet',
    ],
    acquisition_cycle: 30,
    save_cycle: 100_000_000,
    over_time: 300,
    nodes: ['nh3', 'h2s', 'humidity', 'fan', 'visitors'],
  },
  {
    key: 'lamp',
    name: ['单灯控制器 L1', '單燈控制器 L1', 'Lamp controller L1'],
    product_type: 6,
    explained: ['路灯开关、调光与能耗', '路燈開關、調光與能耗', 'Switching, dimming and energy of a street light'],
    acquisition_cycle: 30,
    save_cycle: 100_000_000,
    over_time: 900,
    nodes: ['lamp', 'dimming', 'voltage', 'power'],
  },
  {
    key: 'farm',
    name: ['大棚套件 G1', '溫室套件 G1', 'Greenhouse kit G1'],
    product_type: 7,
    explained: ['设施农业墒情与环境', '設施農業土壤與環境', 'Soil and climate of a greenhouse'],
    acquisition_cycle: 60,
    save_cycle: 10,
    over_time: 1800,
    nodes: ['soilMoisture', 'light', 'co2', 'valve', 'houseTemperature'],
  },
  {
    key: 'ions',
    name: ['负氧离子站 I1', '負氧離子站 I1', 'Ion station I1'],
    product_type: 1,
    explained: ['公园负氧离子与紫外线', '公園負氧離子與紫外線', 'Negative ions and ultraviolet in parks'],
    ...cycles,
    nodes: ['ions', 'temperature', 'humidity', 'uv'],
  },
  {
    key: 'flood',
    name: ['积水监测仪 F1', '積水監測儀 F1', 'Flood gauge F1'],
    product_type: 3,
    explained: ['下穿桥与低洼路段积水', '地下道與低窪路段積水', 'Water on underpasses and low-lying roads'],
    acquisition_cycle: 30,
    save_cycle: 5,
    over_time: 600,
    nodes: ['floodDepth', 'cover'],
  },
]

const translatorOrText =
  (language: Language) =>
  (words: Words): string =>
    typeof words === 'string' ? words : translatorFor(language)(words)

/** Returns the nodes with names and units in a language. */
export function nodesIn(language: Language): readonly DemoNode[] {
  const translate = translatorOrText(language)
  return drawnNodes.map((node) => ({
    ...node,
    name: translate(node.name),
    unitname: translate(node.unitname),
    node_script: node.node_script === null ? null : translate(node.node_script),
  }))
}

/** Returns the product models with names and aliases in a language. */
export function productsIn(language: Language): readonly DemoProduct[] {
  const translate = translatorOrText(language)
  const aliasOf = (quantity: Quantity): string =>
    translate(shorter[quantity] ?? drawnNodes.find((node) => node.quantity === quantity)?.name ?? quantity)
  return drawnProducts.map((product) => ({
    ...product,
    name: translate(product.name),
    explained: translate(product.explained),
    nodes: product.nodes.map((quantity) => [quantity, aliasOf(quantity)] as const),
  }))
}

export const nodes = nodesIn('zhCN')
