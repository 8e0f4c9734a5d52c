import type { Quantity } from './wave.ts'

/** A threshold of the demo: laid over every device of a product, in each project that has some. */
export interface DemoRule {
  name: string
  product: string
  quantity: Quantity
  com_oper: number
  params_x: number
  params_y?: number
  hold_time: number
  alarm_interval: number
  alert_level: number
  alarm_msg: string
  back_msg?: string
  /** Switches the fan of the first device on. */
  fan?: true
}

/**
 * Limits at which a handful of the city's two hundred devices is in alarm at any time: most follow what differs from place to place, so
 * that the weather does not raise them all at once.
 */
export const demoRules: readonly DemoRule[] = [
  { name: 'PM2.5 重度污染', product: 'air', quantity: 'pm25', com_oper: 0, params_x: 115, hold_time: 60, alarm_interval: 60, alert_level: 2, alarm_msg: '{device} PM2.5 达到 {value}{unit}，请排查周边污染源', back_msg: '{device} PM2.5 已回落至 {value}{unit}' },
  { name: '工地扬尘超标', product: 'dust', quantity: 'tsp', com_oper: 0, params_x: 300, hold_time: 120, alarm_interval: 0, alert_level: 2, alarm_msg: '扬尘超标，请开启雾炮' },
  { name: '道路噪声超标', product: 'noise', quantity: 'noise', com_oper: 1, params_x: 72, hold_time: 60, alarm_interval: 0, alert_level: 3, alarm_msg: '噪声 {value}{unit}，请现场核实' },
  { name: '河道水位偏高', product: 'hydrology', quantity: 'level', com_oper: 0, params_x: 2.28, hold_time: 60, alarm_interval: 30, alert_level: 2, alarm_msg: '{device} 水位 {value} 米，请关注', back_msg: '{device} 水位已回落' },
  { name: '河道流速偏低', product: 'hydrology', quantity: 'flow', com_oper: 3, params_x: 0.32, hold_time: 120, alarm_interval: 0, alert_level: 4, alarm_msg: '{device} 流速仅 {value}{unit}，请检查是否淤堵' },
  { name: '河水 pH 异常', product: 'hydrology', quantity: 'ph', com_oper: 7, params_x: 7.17, params_y: 7.61, hold_time: 120, alarm_interval: 0, alert_level: 4, alarm_msg: 'pH 超出范围，请取样复测' },
  { name: '公厕氨气超标', product: 'toilet', quantity: 'nh3', com_oper: 0, params_x: 1.15, hold_time: 30, alarm_interval: 0, alert_level: 3, alarm_msg: '氨气 {value}{unit}，请安排保洁', fan: true },
  { name: '路灯电压偏高', product: 'lamp', quantity: 'voltage', com_oper: 0, params_x: 223.4, hold_time: 120, alarm_interval: 0, alert_level: 4, alarm_msg: '供电电压偏高，请联系供电所' },
  { name: '大棚土壤偏干', product: 'farm', quantity: 'soilMoisture', com_oper: 4, params_x: 28.2, hold_time: 120, alarm_interval: 0, alert_level: 3, alarm_msg: '土壤湿度 {value}%，请检查灌溉', back_msg: '土壤湿度恢复正常' },
  { name: '下穿桥积水', product: 'flood', quantity: 'floodDepth', com_oper: 0, params_x: 27, hold_time: 30, alarm_interval: 10, alert_level: 2, alarm_msg: '积水 {value} 厘米，请封闭通道', back_msg: '积水已退' },
]
