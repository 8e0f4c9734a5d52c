import type { Label } from './kit/define.ts'

/** Names of the commands (CN). */
export const COMMANDS: Readonly<Record<string, Label>> = {
  1000: ['设置超时与重发次数', '設定逾時與重發次數', 'Set time-out and repeats'],
  1011: ['提取现场机时间', '讀取現場機時間', 'Get time'],
  1012: ['设置现场机时间', '設定現場機時間', 'Set time'],
  1013: ['现场机校时请求', '現場機校時請求', 'Station asks for the time'],
  1061: ['提取实时数据间隔', '讀取即時資料間隔', 'Get real-time interval'],
  1062: ['设置实时数据间隔', '設定即時資料間隔', 'Set real-time interval'],
  1063: ['提取分钟数据间隔', '讀取分鐘資料間隔', 'Get minute interval'],
  1064: ['设置分钟数据间隔', '設定分鐘資料間隔', 'Set minute interval'],
  1072: ['设置现场机密码', '設定現場機密碼', 'Set password'],
  2011: ['实时数据', '即時資料', 'Real-time data'],
  2012: ['停止实时数据', '停止即時資料', 'Stop real-time data'],
  2013: ['VOC 原始数据', 'VOC 原始資料', 'Raw VOC data'],
  2021: ['治理设施运行状态', '防制設施運轉狀態', 'States of treatment facilities'],
  2022: ['停止设施运行状态', '停止設施運轉狀態', 'Stop states of facilities'],
  2031: ['日数据', '日資料', 'Day data'],
  2041: ['治理设施日运行时间', '防制設施日運轉時間', 'Daily running times of facilities'],
  2051: ['分钟数据', '分鐘資料', 'Minute data'],
  2061: ['小时数据', '小時資料', 'Hour data'],
  2081: ['开机时间', '開機時間', 'Start-up time'],
  3011: ['零点校准', '零點校正', 'Zero calibration'],
  3012: ['即时采样', '即時採樣', 'Sample now'],
  3019: ['设备唯一标识', '裝置唯一識別碼', 'Serial number'],
  3020: ['现场机信息', '現場機資訊', 'Device information'],
  9011: ['请求应答', '請求應答', 'Request answer'],
  9012: ['执行结果', '執行結果', 'Result'],
  9013: ['通知应答', '通知應答', 'Notice answer'],
  9014: ['数据应答', '資料應答', 'Data answer'],
  9015: ['心跳', '心跳', 'Heartbeat'],
}

/** Names of the systems (ST). */
export const SYSTEMS: Readonly<Record<string, Label>> = {
  21: ['地表水质量监测', '地表水品質監測', 'Surface water'],
  22: ['空气质量监测', '空氣品質監測', 'Ambient air'],
  23: ['声环境质量监测', '聲環境品質監測', 'Noise'],
  27: ['固定源 VOCs 监测', '固定源 VOCs 監測', 'VOCs of a stack'],
  31: ['大气污染源', '大氣污染源', 'Air pollution source'],
  32: ['地表水体污染源', '地表水體污染源', 'Water pollution source'],
  39: ['扬尘监测', '揚塵監測', 'Dust'],
  44: ['用电监测', '用電監測', 'Electricity'],
  45: ['工况监测', '工況監測', 'Working conditions'],
  91: ['系统交互', '系統互動', 'System'],
}

/** Names of the pollutant factors, including the codes of 2005. */
export const FACTORS: Readonly<Record<string, Label>> = {
  a34004: ['PM2.5', 'PM2.5', 'PM2.5'],
  a34002: ['PM10', 'PM10', 'PM10'],
  a34001: ['TSP', 'TSP', 'TSP'],
  a21026: ['二氧化硫', '二氧化硫', 'SO2'],
  a21004: ['二氧化氮', '二氧化氮', 'NO2'],
  a21005: ['一氧化碳', '一氧化碳', 'CO'],
  a05024: ['臭氧', '臭氧', 'O3'],
  a01001: ['温度', '溫度', 'Temperature'],
  a01002: ['湿度', '濕度', 'Humidity'],
  a01006: ['气压', '氣壓', 'Air pressure'],
  a01007: ['风速', '風速', 'Wind speed'],
  a01008: ['风向', '風向', 'Wind direction'],
  w01001: ['pH', 'pH', 'pH'],
  w01010: ['水温', '水溫', 'Water temperature'],
  w01014: ['电导率', '導電度', 'Conductivity'],
  w01003: ['浊度', '濁度', 'Turbidity'],
  w01009: ['溶解氧', '溶氧', 'Dissolved oxygen'],
  w01019: ['高锰酸盐指数', '高錳酸鹽指數', 'CODMn'],
  w01018: ['化学需氧量', '化學需氧量', 'COD'],
  w21003: ['氨氮', '氨氮', 'NH3-N'],
  w21011: ['总磷', '總磷', 'Total P'],
  w21001: ['总氮', '總氮', 'Total N'],
  LA: ['A 声级', 'A 加權音量', 'LA'],
  Leq: ['等效声级', '均能音量', 'Leq'],
  '001': ['pH', 'pH', 'pH'],
  '011': ['化学需氧量', '化學需氧量', 'COD'],
  '060': ['氨氮', '氨氮', 'NH3-N'],
  '101': ['总磷', '總磷', 'Total P'],
  '065': ['总氮', '總氮', 'Total N'],
  B01: ['污水流量', '污水流量', 'Flow'],
}

/**
 * Data marks of HJ 212, which say how a value was measured: N normal, F stopped, M maintenance, S set by hand, D fault,
 * C calibrating, T out of range, B no communication.
 */
export const MARKS = ['N', 'F', 'M', 'S', 'D', 'C', 'T', 'B'] as const
export type Mark = (typeof MARKS)[number]

/** Reads a mark in either case; undefined if the text is not one. */
export const markIn = (text: unknown): Mark | undefined =>
  typeof text === 'string' ? MARKS.find((mark) => mark === text.trim().toUpperCase()) : undefined

/** A parameter of a command: an integer within a range, a time (14 digits), a name, or a new password. */
export type Parameter = { name: string; required?: true } & (
  | { kind: 'int'; min: number; max: number }
  | { kind: 'time' | 'name' | 'password' }
)

const span: readonly Parameter[] = [
  { name: 'BeginTime', kind: 'time', required: true },
  { name: 'EndTime', kind: 'time', required: true },
]
const of: Parameter = { name: 'PolId', kind: 'name' }

/** The commands that users may send to a station, with their parameters in the order of the standard. */
export const FORMS: Readonly<Record<string, readonly Parameter[]>> = {
  1000: [
    { name: 'OverTime', kind: 'int', min: 1, max: 99_999, required: true },
    { name: 'ReCount', kind: 'int', min: 0, max: 99, required: true },
  ],
  1011: [of],
  1012: [of, { name: 'SystemTime', kind: 'time', required: true }],
  1061: [],
  1062: [{ name: 'RtdInterval', kind: 'int', min: 1, max: 3600, required: true }],
  1063: [],
  1064: [{ name: 'MinInterval', kind: 'int', min: 1, max: 60, required: true }],
  1072: [{ name: 'NewPW', kind: 'password', required: true }],
  2011: [],
  2012: [],
  2021: [],
  2022: [],
  2031: span,
  2041: span,
  2051: span,
  2061: span,
  3011: [{ ...of, required: true }],
  3012: [{ ...of, required: true }],
  3019: [{ ...of, required: true }],
  3020: [
    { ...of, required: true },
    { name: 'InfoId', kind: 'name' },
  ],
}
