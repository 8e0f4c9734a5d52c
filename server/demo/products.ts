import type { Quantity } from './wave.ts'

/** A node of the demo: what `wave.ts` draws, as the node table holds it. */
export interface DemoNode {
  quantity: Quantity
  name: string
  /** The forms want one of every node. */
  unitname: string
  min_value: number
  max_value: number
  /** NodeRegisterType: 1 switch, 2 read-only switch, 3 settable number, 4 number. */
  registertype: 1 | 2 | 3 | 4
  /** Path of its picture, a file of the console's own (public/demo). */
  imginfo: string
}

export interface DemoProduct {
  key: string
  name: string
  product_type: number
  explained: string
  /** Aliases by quantity; a node's address is its place in the list, from 1. */
  nodes: readonly (readonly [quantity: Quantity, alias: string])[]
  acquisition_cycle: number
  save_cycle: number
  over_time: number
}

const data = (quantity: Quantity, picture: string, name: string, unitname: string, min_value: number, max_value: number): DemoNode => ({ quantity, name, unitname, min_value, max_value, registertype: 4, imginfo: pathOf(picture) })
const flag = (quantity: Quantity, picture: string, name: string, registertype: 1 | 2): DemoNode => ({ quantity, name, unitname: '0/1', min_value: 0, max_value: 1, registertype, imginfo: pathOf(picture) })
const pathOf = (picture: string): string => `/demo/${picture}.svg`

export const nodes: readonly DemoNode[] = [
  data('pm25', 'particles', 'PM2.5', 'µg/m³', 0, 500),
  data('pm10', 'particles', 'PM10', 'µg/m³', 0, 600),
  data('tsp', 'dust', 'TSP', 'µg/m³', 0, 1000),
  data('o3', 'molecule', '臭氧 O3', 'µg/m³', 0, 400),
  data('no2', 'molecule', '二氧化氮 NO2', 'µg/m³', 0, 300),
  data('temperature', 'thermometer', '温度', '℃', -40, 60),
  data('humidity', 'humidity', '湿度', '%RH', 0, 100),
  data('windSpeed', 'wind', '风速', 'm/s', 0, 40),
  data('windDirection', 'compass', '风向', '°', 0, 360),
  data('pressure', 'gauge', '气压', 'hPa', 900, 1100),
  data('noise', 'sound', '噪声', 'dB(A)', 30, 120),
  data('level', 'level', '水位', 'm', 0, 10),
  data('turbidity', 'turbidity', '浊度', 'NTU', 0, 1000),
  data('ph', 'tube', 'pH', '无量纲', 0, 14),
  data('waterTemperature', 'thermometer', '水温', '℃', 0, 40),
  data('flow', 'flow', '流速', 'm/s', 0, 8),
  data('nh3', 'flask', '氨气 NH3', 'ppm', 0, 10),
  data('h2s', 'flask', '硫化氢 H2S', 'ppm', 0, 2),
  data('visitors', 'people', '客流量', '人/h', 0, 200),
  flag('fan', 'fan', '排风扇', 1),
  flag('lamp', 'lamp', '路灯开关', 1),
  { quantity: 'dimming', name: '亮度', unitname: '%', min_value: 0, max_value: 100, registertype: 3, imginfo: pathOf('dimming') },
  data('voltage', 'volt', '电压', 'V', 0, 260),
  data('power', 'power', '功率', 'W', 0, 250),
  data('soilMoisture', 'soil', '土壤湿度', '%', 0, 100),
  data('light', 'sun', '光照', 'klux', 0, 120),
  data('co2', 'molecule', '二氧化碳 CO2', 'ppm', 0, 2000),
  data('houseTemperature', 'thermometer', '棚内温度', '℃', -10, 50),
  flag('valve', 'valve', '灌溉阀', 1),
  data('ions', 'atom', '负氧离子', '个/cm³', 0, 5000),
  data('uv', 'sun', '紫外线', '级', 0, 11),
  data('floodDepth', 'level', '积水深度', 'cm', 0, 150),
  flag('cover', 'cover', '井盖位移', 2),
]

const cycles = { acquisition_cycle: 60, save_cycle: 5, over_time: 600 }

export const products: readonly DemoProduct[] = [
  {
    key: 'air', name: '空气微站 A3', product_type: 1, explained: '六参数网格化空气质量微型站', ...cycles,
    nodes: [['pm25', 'PM2.5'], ['pm10', 'PM10'], ['temperature', '温度'], ['humidity', '湿度'], ['o3', '臭氧 O3'], ['no2', 'NO2']],
  },
  {
    key: 'dust', name: '扬尘站 D2', product_type: 1, explained: '工地扬尘与噪声在线监测', ...cycles, save_cycle: 1,
    nodes: [['tsp', 'TSP'], ['pm10', 'PM10'], ['noise', '噪声'], ['windSpeed', '风速'], ['windDirection', '风向']],
  },
  {
    key: 'noise', name: '噪声屏 N1', product_type: 2, explained: '道路噪声监测与户外显示屏', ...cycles, over_time: 0,
    nodes: [['noise', '噪声'], ['pm25', 'PM2.5'], ['pm10', 'PM10'], ['temperature', '温度']],
  },
  {
    key: 'hydrology', name: '水文站 H1', product_type: 3, explained: '河道水位、流速与水质五参数', acquisition_cycle: 30, save_cycle: -1, over_time: 300,
    nodes: [['level', '水位'], ['turbidity', '浊度'], ['ph', 'pH'], ['waterTemperature', '水温'], ['flow', '流速']],
  },
  {
    key: 'weather', name: '气象站 W2', product_type: 4, explained: '五要素自动气象站', ...cycles,
    nodes: [['temperature', '温度'], ['humidity', '湿度'], ['windSpeed', '风速'], ['windDirection', '风向'], ['pressure', '气压']],
  },
  {
    key: 'toilet', name: '公厕套件 T5', product_type: 5, explained: '公厕异味、客流与排风联动', acquisition_cycle: 30, save_cycle: 100_000_000, over_time: 300,
    nodes: [['nh3', '氨气 NH3'], ['h2s', '硫化氢'], ['humidity', '湿度'], ['fan', '排风扇'], ['visitors', '客流量']],
  },
  {
    key: 'lamp', name: '单灯控制器 L1', product_type: 6, explained: '路灯开关、调光与能耗', acquisition_cycle: 30, save_cycle: 100_000_000, over_time: 900,
    nodes: [['lamp', '开关'], ['dimming', '亮度'], ['voltage', '电压'], ['power', '功率']],
  },
  {
    key: 'farm', name: '大棚套件 G1', product_type: 7, explained: '设施农业墒情与环境', acquisition_cycle: 60, save_cycle: 10, over_time: 1800,
    nodes: [['soilMoisture', '土壤湿度'], ['light', '光照'], ['co2', 'CO2'], ['valve', '灌溉阀'], ['houseTemperature', '棚内温度']],
  },
  {
    key: 'ions', name: '负氧离子站 I1', product_type: 1, explained: '公园负氧离子与紫外线', ...cycles,
    nodes: [['ions', '负氧离子'], ['temperature', '温度'], ['humidity', '湿度'], ['uv', '紫外线']],
  },
  {
    key: 'flood', name: '积水监测仪 F1', product_type: 3, explained: '下穿桥与低洼路段积水', acquisition_cycle: 30, save_cycle: 5, over_time: 600,
    nodes: [['floodDepth', '积水深度'], ['cover', '井盖位移']],
  },
]
