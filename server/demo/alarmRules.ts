import type { Language } from '../../i18n/types.ts'
import { translatorFor, type Text } from './language.ts'
import { rivers } from './rivers.ts'
import type { Quantity } from './values/wave.ts'

/** A threshold of the demo: applied to every device of a product, in each project that has such devices. */
export interface DemoRule {
  name: string
  product: string
  quantity: Quantity
  /** Restricts the rule to the stations of one river. */
  river?: string
  com_oper: number
  params_x: number
  params_y?: number
  hold_time: number
  alarm_interval: number
  alert_level: number
  alarm_msg: string
  back_msg?: string
  /** Switches on the fan of the first device. */
  fan?: true
}

type Drawn = Omit<DemoRule, 'name' | 'alarm_msg' | 'back_msg'> & { name: Text; alarm_msg: Text; back_msg?: Text }

/**
 * Limits as an operator of such a city would set them: classes and limits of the standards where there are any, the
 * warning marks of each river, what crops and instruments tolerate. On an ordinary day nothing violates them, in any
 * weather; only a scene does (scenes.ts).
 */
const drawn: readonly Drawn[] = [
  {
    // HJ 633: class 5 begins at 150.
    name: ['PM2.5 重度污染', 'PM2.5 重度污染', 'PM2.5 heavily polluted'],
    product: 'air',
    quantity: 'pm25',
    com_oper: 0,
    params_x: 150,
    hold_time: 300,
    alarm_interval: 60,
    alert_level: 2,
    alarm_msg: [
      '{device} PM2.5 达到 {value} {unit}，请排查周边污染源',
      '{device} PM2.5 達到 {value} {unit}，請排查周邊污染源',
      '{device}: PM2.5 at {value} {unit}, look for a source nearby',
    ],
    back_msg: [
      '{device} PM2.5 已回落至 {value} {unit}',
      '{device} PM2.5 已降至 {value} {unit}',
      '{device}: PM2.5 is down to {value} {unit}',
    ],
  },
  {
    // GB 16297, at the fence of a site: 1.0 mg/m³.
    name: ['工地扬尘超标', '工地揚塵超標', 'Dust at the site fence'],
    product: 'dust',
    quantity: 'tsp',
    com_oper: 0,
    params_x: 1000,
    hold_time: 300,
    alarm_interval: 0,
    alert_level: 2,
    alarm_msg: [
      '{device} TSP {value} {unit}，请开启雾炮',
      '{device} TSP {value} {unit}，請開啟霧砲',
      '{device}: TSP at {value} {unit}, turn the sprayers on',
    ],
  },
  {
    // GB 3096, class 4a by day.
    name: ['道路噪声超标', '道路噪音超標', 'Road noise too high'],
    product: 'noise',
    quantity: 'noise',
    com_oper: 0,
    params_x: 70,
    hold_time: 300,
    alarm_interval: 0,
    alert_level: 3,
    alarm_msg: [
      '{device} 噪声 {value} {unit}，请现场核实',
      '{device} 噪音 {value} {unit}，請現場查證',
      '{device}: noise at {value} {unit}, check on site',
    ],
  },
  ...Object.values(rivers).map(
    ({ key, name, warning }): Drawn => ({
      name: [`${name[0]}水位超警戒`, `${name[1]}水位超過警戒`, `${name[2]} above its warning mark`],
      product: 'hydrology',
      quantity: 'level',
      river: key,
      com_oper: 0,
      params_x: warning,
      hold_time: 60,
      alarm_interval: 30,
      alert_level: 2,
      alarm_msg: [
        '{device} 水位 {value} {unit}，超过警戒水位，请关注',
        '{device} 水位 {value} {unit}，超過警戒水位，請留意',
        '{device}: level at {value} {unit}, above the warning mark',
      ],
      back_msg: [
        '{device} 水位已回落至 {value} {unit}',
        '{device} 水位已降至 {value} {unit}',
        '{device}: level is down to {value} {unit}',
      ],
    }),
  ),
  {
    name: ['河道断流', '河道斷流', 'River hardly flows'],
    product: 'hydrology',
    quantity: 'flow',
    com_oper: 4,
    params_x: 0.1,
    hold_time: 300,
    alarm_interval: 0,
    alert_level: 4,
    alarm_msg: [
      '{device} 流速仅 {value} {unit}，请检查闸门与淤堵',
      '{device} 流速僅 {value} {unit}，請檢查閘門與淤塞',
      '{device}: flow only {value} {unit}, check the gate and for silt',
    ],
  },
  {
    // GB 3838, all classes.
    name: ['河水 pH 超限', '河水 pH 超限', 'River pH out of range'],
    product: 'hydrology',
    quantity: 'ph',
    com_oper: 7,
    params_x: 6,
    params_y: 9,
    hold_time: 120,
    alarm_interval: 0,
    alert_level: 2,
    alarm_msg: [
      '{device} pH {value}，疑似偷排，请取样复测',
      '{device} pH {value}，疑似偷排，請取樣複測',
      '{device}: pH {value}, perhaps a discharge, take a sample',
    ],
    back_msg: ['{device} pH 恢复至 {value}', '{device} pH 恢復至 {value}', '{device}: pH is back at {value}'],
  },
  {
    // GB 3095, second grade: 200 µg/m³ as the mean of an hour.
    name: ['臭氧超标', '臭氧超標', 'Ozone too high'],
    product: 'air',
    quantity: 'o3',
    com_oper: 0,
    params_x: 220,
    hold_time: 1200,
    alarm_interval: 0,
    alert_level: 3,
    alarm_msg: [
      '{device} 臭氧 {value} {unit}，请减少午后户外活动',
      '{device} 臭氧 {value} {unit}，請減少午後戶外活動',
      '{device}: ozone at {value} {unit}, stay indoors in the afternoon',
    ],
  },
  {
    // HJ 633: class 6 begins at 420.
    name: ['沙尘 PM10 严重污染', '沙塵 PM10 嚴重污染', 'PM10 of a dust storm'],
    product: 'air',
    quantity: 'pm10',
    com_oper: 0,
    params_x: 420,
    hold_time: 600,
    alarm_interval: 0,
    alert_level: 2,
    alarm_msg: [
      '{device} PM10 达到 {value} {unit}，请停止土方作业',
      '{device} PM10 達到 {value} {unit}，請停止土方作業',
      '{device}: PM10 at {value} {unit}, stop earthworks',
    ],
    back_msg: [
      '{device} PM10 已回落至 {value} {unit}',
      '{device} PM10 已降至 {value} {unit}',
      '{device}: PM10 is down to {value} {unit}',
    ],
  },
  {
    // GB 3838: above 2.0 mg/L is worse than class V.
    name: ['河水氨氮劣 V 类', '河水氨氮劣於 V 類', 'River ammonia beyond class V'],
    product: 'hydrology',
    quantity: 'ammonia',
    com_oper: 0,
    params_x: 2,
    hold_time: 600,
    alarm_interval: 0,
    alert_level: 1,
    alarm_msg: [
      '{device} 氨氮 {value} {unit}，疑似泄漏，请立即沿上游排查',
      '{device} 氨氮 {value} {unit}，疑似洩漏，請立即沿上游追查',
      '{device}: ammonia at {value} {unit}, perhaps a spill, look upstream now',
    ],
    back_msg: [
      '{device} 氨氮已回落至 {value} {unit}',
      '{device} 氨氮已降至 {value} {unit}',
      '{device}: ammonia is down to {value} {unit}',
    ],
  },
  {
    // GB/T 17217, second class: 1.0 mg/m³.
    name: ['公厕氨气超标', '公廁氨氣超標', 'Ammonia in a public toilet'],
    product: 'toilet',
    quantity: 'nh3',
    com_oper: 0,
    params_x: 1,
    hold_time: 60,
    alarm_interval: 0,
    alert_level: 3,
    fan: true,
    alarm_msg: [
      '{device} 氨气 {value} {unit}，请检查排风并安排保洁',
      '{device} 氨氣 {value} {unit}，請檢查排風並安排清潔',
      '{device}: ammonia at {value} {unit}, check the fan and send cleaning staff',
    ],
  },
  {
    // GB/T 12325: 220 V, from 10 % below to 7 % above.
    name: ['路灯供电电压越限', '路燈供電電壓超限', 'Street light voltage out of range'],
    product: 'lamp',
    quantity: 'voltage',
    com_oper: 7,
    params_x: 198,
    params_y: 235.4,
    hold_time: 120,
    alarm_interval: 0,
    alert_level: 4,
    alarm_msg: [
      '{device} 供电电压 {value} {unit}，请联系供电所',
      '{device} 供電電壓 {value} {unit}，請聯絡電力公司',
      '{device}: {value} {unit}, call the supplier',
    ],
  },
  {
    name: ['大棚土壤偏干', '溫室土壤偏乾', 'Greenhouse soil too dry'],
    product: 'farm',
    quantity: 'soilMoisture',
    com_oper: 4,
    params_x: 22,
    hold_time: 120,
    alarm_interval: 0,
    alert_level: 3,
    alarm_msg: [
      '{device} 土壤湿度 {value} {unit}，请检查灌溉',
      '{device} 土壤濕度 {value} {unit}，請檢查灌溉',
      '{device}: soil at {value} {unit}, check the irrigation',
    ],
    back_msg: [
      '{device} 土壤湿度恢复至 {value} {unit}',
      '{device} 土壤濕度恢復至 {value} {unit}',
      '{device}: soil is back at {value} {unit}',
    ],
  },
  {
    // From 27 cm on, an underpass is closed.
    name: ['下穿桥积水', '地下道積水', 'Water in an underpass'],
    product: 'flood',
    quantity: 'floodDepth',
    com_oper: 1,
    params_x: 27,
    hold_time: 30,
    alarm_interval: 10,
    alert_level: 2,
    alarm_msg: [
      '{device} 积水 {value} {unit}，请封闭通道',
      '{device} 積水 {value} {unit}，請封閉通道',
      '{device}: water at {value} {unit}, close the road',
    ],
    back_msg: [
      '{device} 积水已退至 {value} {unit}',
      '{device} 積水已退至 {value} {unit}',
      '{device}: water is down to {value} {unit}',
    ],
  },
]

/** Returns the thresholds with names and messages in a language. */
export function demoRulesIn(language: Language): readonly DemoRule[] {
  const translate = translatorFor(language)
  return drawn.map(({ name, alarm_msg, back_msg, ...rule }) => ({
    ...rule,
    name: translate(name),
    alarm_msg: translate(alarm_msg),
    ...(back_msg && { back_msg: translate(back_msg) }),
  }))
}
