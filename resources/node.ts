import { defineResource, f } from './kit/define.ts'
import { nodeTests, testNames } from './nodeTests.ts'
import { pollutantOptions } from './pollutants.ts'

/**
 * Node: a quantity that can be measured or switched, with unit and range. Spec 2 §2; only the super administrator may
 * change it.
 */
export const node = defineResource({
  path: 'manage/node',
  api: 'godbNode',
  table: 'node',
  menuKey: '3-5',
  label: ['节点管理', '節點管理', 'Nodes'],
  noun: ['节点', '節點', 'Node'],
  screen: true,
  access: {
    create: { code: '3-5-2', superOnly: true },
    edit: { code: '3-5-3', superOnly: true },
    delete: { code: '3-5-4', superOnly: true },
  },
  scope: { project: null },
  title: 'name',
  fields: {
    name: f.text(['节点名称', '節點名稱', 'Name'], {
      required: true,
      rules: ['special'],
      max: 60,
      unique: 'platform',
      search: true,
    }),
    datatype: f.dict(['数据类型', '資料類型', 'Data type'], { dict: 'NodeDataType', required: true }),
    registertype: f.dict(['寄存器类型', '暫存器類型', 'Register type'], { dict: 'NodeRegisterType', required: true }),
    unitname: f.text(['单位', '單位', 'Unit'], {
      max: 20,
      required: true,
      when: { field: 'dimensionless', in: [0] },
      blankWhenHidden: true,
    }),
    dimensionless: f.flag(['无量纲', '無因次', 'Dimensionless'], {
      default: 0,
      extension: 'dimensionless',
      help: [
        '没有单位的量，如开关、pH、计数：数值后不显示单位',
        '沒有單位的量，如開關、pH、計數：數值後不顯示單位',
        'A quantity without a unit, such as a switch, pH or a count: nothing stands behind its values',
      ],
    }),
    unitfactor: f.decimal(['单位系数', '單位係數', 'Unit factor'], { default: 1 }),
    min_value: f.decimal(['最小值', '最小值', 'Minimum'], { required: true }),
    max_value: f.decimal(['最大值', '最大值', 'Maximum'], { required: true, above: 'min_value' }),
    range_factor: f.decimal(['量程系数', '量程係數', 'Range factor'], {
      min: 1,
      max: 1_000_000,
      extension: 'evidence',
      input: 'rangeFactor',
      help: [
        '量程（最小值到最大值）以中点为准放大的倍数，超出的数值视为物理上不可能：保存并加标记，不报警、不计入统计。最小值不小于 0 的节点，0 以下只容许量程二十分之一的漂移。留空为 10',
        '量程（最小值到最大值）以中點為準放大的倍數，超出的數值視為物理上不可能：保存並加註記，不觸發警報、不列入統計。最小值不小於 0 的節點，0 以下只容許量程二十分之一的漂移。留空為 10',
        'By how much the range from minimum to maximum is widened around its middle. Values beyond it are physically impossible: they are stored with a mark, raise no alarm and do not count in statistics. A node whose minimum is 0 or more may drift below 0 by a twentieth of its range. Empty: 10',
      ],
    }),
    no_value: f.text(['无值代码', '無值代碼', 'No-value codes'], {
      max: 200,
      rules: ['numbers'],
      extension: 'readings',
      help: [
        '设备在没有数值时上报的数字（保存的原值），用逗号分隔，如 -999, 65535：保存并加标记，不报警、不计入统计，量程之内也是如此。量程之外的常见代码（-999、65535、6553.5 等）无需填写',
        '裝置在沒有數值時回報的數字（儲存的原值），以逗號分隔，如 -999, 65535：儲存並加註記，不觸發警報、不列入統計，量程之內也是如此。量程之外的常見代碼（-999、65535、6553.5 等）無須填寫',
        'Numbers that a device sends when it has no value, as they are stored, separated by commas: -999, 65535. They are stored with a mark, raise no alarm and do not count, also inside the range. The usual ones outside the range (-999, 65535, 6553.5) need not be listed',
      ],
    }),
    pollutant: f.choice(['监测指标', '監測項目', 'Pollutant'], {
      options: pollutantOptions,
      extension: 'environment',
      help: [
        '按环境标准评价时该节点是哪项指标；留空则由节点映射的报文键名（如 a34004）得出',
        '依環境標準評價時該節點是哪個項目；留空則由節點對應的訊息鍵名（如 a34004）得出',
        'The pollutant as which environmental standards judge it. Empty: by the message key of the node map, such as a34004',
      ],
    }),
    is_direction: f.flag(['方向', '方向', 'Direction'], {
      default: 0,
      extension: 'readings',
      help: [
        '数值是以度为单位的方向：平均值为矢量平均（同一设备有风速时按风速加权），不给出最大、最小值。报文键名为 a01008 的节点无需设置',
        '數值是以度為單位的方向：平均值為向量平均（同一裝置有風速時依風速加權），不給出最大、最小值。訊息鍵名為 a01008 的節點無須設定',
        'Its values are directions in degrees: means are those of vectors, weighted by speed where the same device measures it, and there is no minimum and maximum. Nodes sent as a01008 need no flag',
      ],
    }),
    ...nodeTests,
    read_back: f.int(['回读时限', '回讀時限', 'Answers within'], {
      min: 1,
      max: 900,
      unit: ['秒', '秒', 's'],
      extension: 'read-back',
      help: [
        '下发设定值后，设备须在此时间内上报该值，否则记为超时。留空为 30 秒',
        '下達設定值後，裝置須在此時間內回報該值，否則記為逾時。留空為 30 秒',
        'A value that is set has to be reported by the device within this time, or the command counts as timed out. Empty: 30 s',
      ],
    }),
    node_script: f.longText(['显示脚本', '顯示腳本', 'Display script'], {
      wrapped: true,
      rules: ['expression'],
      max: 500,
    }),
    imginfo: f.image(['图标', '圖示', 'Icon'], { wrapped: true, required: true }),
    superid: f.int(['上级', '上層', 'Parent'], { hidden: true }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: [
    'name',
    'imginfo',
    ['datatype', 'registertype'],
    'unitname',
    'unitfactor',
    ['min_value', 'max_value'],
    'node_script',
    'explained',
  ],
  form: [
    {
      fields: [
        'name',
        'dimensionless',
        'unitname',
        'datatype',
        'registertype',
        'min_value',
        'max_value',
        'unitfactor',
        'range_factor',
        'no_value',
        'read_back',
        'pollutant',
        'is_direction',
        'imginfo',
        'node_script',
        'explained',
      ],
    },
    {
      label: ['数据检验', '資料檢驗', 'Tests of values'],
      columns: 2,
      fields: testNames,
    },
  ],
})
