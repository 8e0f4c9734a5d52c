import type { Label, Option } from './kit/define.ts'

/**
 * A pollutant or parameter that nodes can measure and that environmental law judges. `value` is stored in nodes and
 * never changes.
 */
export interface Pollutant {
  value: number
  /** Name in the standards and on the wire. */
  key: string
  medium: 'air' | 'noise' | 'water'
  label: Label
  /** Unit that its means are stored in. */
  unit: string
  /** Its codes in HJ 212, including those of 2005. */
  factors: readonly string[]
}

const air = (
  value: number,
  key: string,
  name: string | Label,
  factors: readonly string[],
  unit = 'µg/m³',
): Pollutant => ({
  value,
  key,
  medium: 'air',
  label: typeof name === 'string' ? [name, name, name] : name,
  unit,
  factors,
})
const water = (value: number, key: string, label: Label, factors: readonly string[], unit = 'mg/L'): Pollutant => ({
  value,
  key,
  medium: 'water',
  label,
  unit,
  factors,
})

export const POLLUTANTS: readonly Pollutant[] = [
  air(1, 'pm25', 'PM2.5', ['a34004']),
  air(2, 'pm10', 'PM10', ['a34002']),
  air(3, 'so2', ['二氧化硫', '二氧化硫', 'SO2'], ['a21026']),
  air(4, 'no2', ['二氧化氮', '二氧化氮', 'NO2'], ['a21004']),
  air(5, 'co', ['一氧化碳', '一氧化碳', 'CO'], ['a21005'], 'mg/m³'),
  air(6, 'o3', ['臭氧', '臭氧', 'O3'], ['a05024']),
  {
    value: 20,
    key: 'leq',
    medium: 'noise',
    label: ['A 声级', 'A 加權音量', 'Sound level (A)'],
    unit: 'dB(A)',
    factors: ['LA', 'Leq'],
  },
  water(30, 'do', ['溶解氧', '溶氧', 'Dissolved oxygen'], ['w01009']),
  water(31, 'codmn', ['高锰酸盐指数', '高錳酸鹽指數', 'Permanganate index'], ['w01019']),
  water(32, 'cod', ['化学需氧量', '化學需氧量', 'COD'], ['w01018', '011']),
  water(33, 'bod5', ['五日生化需氧量', '五日生化需氧量', 'BOD5'], ['w01017']),
  water(34, 'nh3n', ['氨氮', '氨氮', 'Ammonia nitrogen'], ['w21003', '060']),
  water(35, 'tp', ['总磷', '總磷', 'Total phosphorus'], ['w21011', '101']),
  water(36, 'tn', ['总氮', '總氮', 'Total nitrogen'], ['w21001', '065']),
  water(37, 'ph', ['pH', 'pH', 'pH'], ['w01001', '001'], ''),
  water(38, 'cu', ['铜', '銅', 'Copper'], ['w20122']),
  water(39, 'zn', ['锌', '鋅', 'Zinc'], ['w20123']),
  water(40, 'f', ['氟化物', '氟化物', 'Fluoride'], ['w21017']),
  water(41, 'se', ['硒', '硒', 'Selenium'], ['w20128']),
  water(42, 'as', ['砷', '砷', 'Arsenic'], ['w20119']),
  water(43, 'hg', ['汞', '汞', 'Mercury'], ['w20111']),
  water(44, 'cd', ['镉', '鎘', 'Cadmium'], ['w20115']),
  water(45, 'cr6', ['六价铬', '六價鉻', 'Chromium (VI)'], ['w20117']),
  water(46, 'pb', ['铅', '鉛', 'Lead'], ['w20120']),
  water(47, 'cn', ['氰化物', '氰化物', 'Cyanide'], ['w21016']),
  water(48, 'phenol', ['挥发酚', '揮發酚', 'Volatile phenol'], ['w23002']),
  water(49, 'oil', ['石油类', '石油類', 'Petroleum'], ['w22001']),
  water(50, 'las', ['阴离子表面活性剂', '陰離子界面活性劑', 'Anionic surfactant'], ['w19002']),
  water(51, 's', ['硫化物', '硫化物', 'Sulphide'], ['w21019']),
  water(52, 'coliform', ['粪大肠菌群', '糞大腸菌群', 'Faecal coliforms'], ['w02003'], '/L'),
]

/**
 * Pollutants with means of months and years by law: those of air except ozone, which is judged by percentiles of the
 * days (HJ 663).
 */
export const LONG_MEANS: readonly Pollutant[] = POLLUTANTS.filter(({ medium, key }) => medium === 'air' && key !== 'o3')

export const pollutantOptions: readonly Option[] = POLLUTANTS.map(({ value, label }) => ({ value, label }))

/** `value` of the pollutant that stands for a sound level. */
export const SOUND_LEVEL = 20

/** Whether a node measures a sound level, by its pollutant: its mean is an energy mean, never a mean of decibels. */
export const isSound = (pollutant: number | null): boolean => pollutant === SOUND_LEVEL

const byValue = new Map(POLLUTANTS.map((pollutant) => [pollutant.value, pollutant]))
const byFactor = new Map(POLLUTANTS.flatMap((pollutant) => pollutant.factors.map((code) => [code, pollutant] as const)))

/**
 * Returns the pollutant of a node: as set in the node, else by the factor code under which its node map is sent
 * (a34004, a34004-Rtd).
 */
export const pollutantOf = (chosen: number | null, keyMsg: string | null): Pollutant | undefined =>
  chosen === null ? byFactor.get((keyMsg ?? '').trim().split('-')[0] ?? '') : byValue.get(chosen)

/**
 * Kinds of sites of devices, which decide by which row of a standard a device is judged. `value` is stored in devices.
 */
export const siteOptions = [
  {
    value: 1,
    label: ['声环境 0 类（康复疗养区）', '聲環境 0 類（康復療養區）', 'Noise zone 0 (convalescence)'],
    zone: '0',
  },
  {
    value: 2,
    label: ['声环境 1 类（居住、文教）', '聲環境 1 類（住宅、文教）', 'Noise zone 1 (homes, schools)'],
    zone: '1',
  },
  {
    value: 3,
    label: ['声环境 2 类（商住混合）', '聲環境 2 類（住商混合）', 'Noise zone 2 (homes and trade)'],
    zone: '2',
  },
  { value: 4, label: ['声环境 3 类（工业区）', '聲環境 3 類（工業區）', 'Noise zone 3 (industry)'], zone: '3' },
  {
    value: 5,
    label: ['声环境 4a 类（道路干线两侧）', '聲環境 4a 類（道路幹線兩側）', 'Noise zone 4a (beside roads)'],
    zone: '4a',
  },
  {
    value: 6,
    label: ['声环境 4b 类（铁路干线两侧）', '聲環境 4b 類（鐵路幹線兩側）', 'Noise zone 4b (beside railways)'],
    zone: '4b',
  },
  { value: 7, label: ['河流', '河川', 'River'], body: 'river' },
  { value: 8, label: ['湖库', '湖庫', 'Lake or reservoir'], body: 'lake' },
  { value: 9, label: ['路边交通点（空气）', '交通空氣站', 'Air station beside traffic'], traffic: true },
] as const satisfies readonly (Option & { zone?: string; body?: string; traffic?: true })[]

/**
 * Families of standards by which a project's air can be judged. `value` is stored in projects; the first one is the
 * default.
 */
export const schemeOptions = [
  { value: 1, label: ['中国 HJ 633', '中國 HJ 633', 'China, HJ 633'], scheme: 'HJ' },
  { value: 2, label: ['美国 AQI', '美國 AQI', 'US AQI'], scheme: 'USAQI' },
  { value: 3, label: ['欧洲 EAQI', '歐洲 EAQI', 'European index'], scheme: 'EAQI' },
] as const satisfies readonly (Option & { scheme: string })[]
