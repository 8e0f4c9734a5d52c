import type { Label } from './kit/define.ts'

/** One entry of a dictionary: the stored number, its words, and for a few types an additional text value. */
export interface DictionaryEntry {
  value: number
  label: Label
  text?: string
  /** For templates: the one used for recovery messages. */
  recovery?: true
}

/**
 * The dictionaries of spec 2 §7, served by godbDatadictionaryByDataType. Other platforms answer their own entries;
 * these are the ones of the platform in this repository. The numbers are stored in records: never reuse one.
 */
export const dictionary = {
  /** Protocol of a gateway or a standalone device. */
  ProtocalType: [
    { value: 1, label: ['MQTT', 'MQTT', 'MQTT'] },
    { value: 2, label: ['HTTP', 'HTTP', 'HTTP'] },
    { value: 3, label: ['Modbus RTU 透传', 'Modbus RTU 透傳', 'Modbus RTU passthrough'] },
    { value: 4, label: ['Modbus TCP', 'Modbus TCP', 'Modbus TCP'] },
    { value: 5, label: ['HJ 212', 'HJ 212', 'HJ 212'] },
    { value: 6, label: ['NB-IoT', 'NB-IoT', 'NB-IoT'] },
    { value: 7, label: ['LoRaWAN', 'LoRaWAN', 'LoRaWAN'] },
  ],
  /** SIM providers; 0 answers in its own layout (spec 2 §2). */
  ICCIDServiceProviderValue: [
    { value: 0, label: ['中国移动', '中國移動', 'China Mobile'] },
    { value: 1, label: ['中国联通', '中國聯通', 'China Unicom'] },
    { value: 2, label: ['中国电信', '中國電信', 'China Telecom'] },
  ],
  DeviceAiAiType: [
    { value: 1, label: ['基准值加随机值', '基準值加隨機值', 'Base plus random value'] },
    { value: 2, label: ['引用其他设备', '引用其他裝置', 'Value of another device'] },
    { value: 3, label: ['修正本设备', '修正本裝置', 'Own value, corrected'] },
  ],
  DeviceAiNodeType: [
    { value: 1, label: ['虚拟节点', '虛擬節點', 'Virtual node'] },
    { value: 2, label: ['实际节点', '實際節點', 'Real node'] },
  ],
  DeviceAiAmendType: [
    { value: 1, label: ['缺失时补值', '缺漏時補值', 'Fill when missing'] },
    { value: 2, label: ['超量程时修正', '超出量程時修正', 'Correct when out of range'] },
    { value: 3, label: ['始终修正', '一律修正', 'Always correct'] },
  ],
  NodeDataType: [
    { value: 1, label: ['16 位有符号整数', '16 位元有號整數', '16-bit signed integer'] },
    { value: 2, label: ['16 位无符号整数', '16 位元無號整數', '16-bit unsigned integer'] },
    { value: 3, label: ['32 位有符号整数', '32 位元有號整數', '32-bit signed integer'] },
    { value: 4, label: ['32 位无符号整数', '32 位元無號整數', '32-bit unsigned integer'] },
    { value: 5, label: ['32 位浮点数', '32 位元浮點數', '32-bit float'] },
    { value: 6, label: ['64 位浮点数', '64 位元浮點數', '64-bit float'] },
    { value: 7, label: ['布尔', '布林', 'Boolean'] },
  ],
  /** Spec 1 §4: 1, 2, 17, 18 are switches (2 read-only); 3, 4, 19, 20 are data; only 3 can be set to a value. */
  NodeRegisterType: [
    { value: 1, label: ['开关输出（可控）', '開關輸出（可控）', 'Switch output (controllable)'] },
    { value: 2, label: ['开关输入（只读）', '開關輸入（唯讀）', 'Switch input (read-only)'] },
    { value: 3, label: ['数据（可设定）', '資料（可設定）', 'Data (settable)'] },
    { value: 4, label: ['数据（只读）', '資料（唯讀）', 'Data (read-only)'] },
    { value: 17, label: ['虚拟开关输出', '虛擬開關輸出', 'Virtual switch output'] },
    { value: 18, label: ['虚拟开关', '虛擬開關', 'Virtual switch'] },
    { value: 19, label: ['虚拟数据', '虛擬資料', 'Virtual data'] },
    { value: 20, label: ['虚拟数据（统计）', '虛擬資料（統計）', 'Virtual data (statistics)'] },
  ],
  DeviceProductType: [
    { value: 1, label: ['空气监测', '空氣監測', 'Air monitoring'] },
    { value: 2, label: ['噪声监测', '噪音監測', 'Noise monitoring'] },
    { value: 3, label: ['水质水位', '水質水位', 'Water quality and level'] },
    { value: 4, label: ['气象', '氣象', 'Weather'] },
    { value: 5, label: ['智慧公厕', '智慧公廁', 'Smart toilet'] },
    { value: 6, label: ['智慧照明', '智慧照明', 'Smart lighting'] },
    { value: 7, label: ['智慧农业', '智慧農業', 'Smart farming'] },
    { value: 9, label: ['其他', '其他', 'Other'] },
  ],
  SmsMbType: [
    { value: 1, label: ['报警通知', '警報通知', 'Alarm notice'], text: 'SMS_ALARM' },
    { value: 2, label: ['恢复通知', '恢復通知', 'Recovery notice'], text: 'SMS_RECOVER', recovery: true },
  ],
  SmsQmType: [{ value: 1, label: ['环境监测', '環境監測', 'Environment monitoring'], text: '环境监测' }],
  WecharMbType: [
    { value: 1, label: ['设备报警提醒', '裝置警報提醒', 'Device alarm'], text: 'WX_ALARM' },
    { value: 2, label: ['设备恢复提醒', '裝置恢復提醒', 'Device recovery'], text: 'WX_RECOVER', recovery: true },
  ],
  NorthDataKeyType: [
    { value: 1, label: ['对象', '物件', 'Object'] },
    { value: 2, label: ['数组', '陣列', 'Array'] },
    { value: 3, label: ['值', '值', 'Value'] },
  ],
  NorthDataKeyNameType: [
    { value: 1, label: ['固定名称', '固定名稱', 'Fixed name'] },
    { value: 2, label: ['节点别名', '節點別名', 'Node alias'] },
    { value: 3, label: ['节点地址', '節點位址', 'Node address'] },
  ],
  NorthDataKeyValueType: [
    { value: 1, label: ['固定值', '固定值', 'Fixed value'] },
    { value: 2, label: ['节点实时值', '節點即時值', 'Live value'] },
    { value: 3, label: ['设备属性', '裝置屬性', 'Device property'] },
    { value: 4, label: ['时间', '時間', 'Time'] },
  ],
} satisfies Record<string, readonly DictionaryEntry[]>

export type DictionaryType = keyof typeof dictionary

/** Whether a name, such as one from a URL path, is one of the dictionaries. */
export const isDictionary = (name: string): name is DictionaryType => Object.hasOwn(dictionary, name)
