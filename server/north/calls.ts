import { checkedBy, type Call } from '../openapi/call.ts'
import { ZERO_OR_ONE, INT, listOf, record, schemaRef, TEXT, TIME } from '../openapi/parts.ts'

/** Descriptions of the calls in this folder: what they take and answer. */
export const northCalls = {
  rows: {
    group: 'north',
    label: ['格式的行', '格式的列', 'Rows of a data format'],
    answer: listOf(schemaRef('northdatalist')),
  },
  state: {
    group: 'north',
    label: ['上次推送结果', '上次推送結果', 'Result of the last push'],
    answer: {
      anyOf: [
        record({
          interface_id: INT,
          last_at: TIME,
          last_ok: ZERO_OR_ONE,
          last_result: TEXT,
          failures: INT,
          next_at: TIME,
        }),
        { type: 'null' },
      ],
    },
  },
  preview: {
    group: 'north',
    label: ['推送内容预览', '推送內容預覽', 'What would be pushed now'],
    answer: record({ type: TEXT, devices: INT, body: TEXT }),
  },
  frames: {
    group: 'north',
    label: ['HJ 212 上报状态', 'HJ 212 回報狀態', 'State of an HJ 212 interface'],
    answer: record({
      up: ZERO_OR_ONE,
      since: TIME,
      frames: listOf(record({ t: TIME, out: ZERO_OR_ONE, text: TEXT })),
      waiting: record({ 2051: INT, 2061: INT, 2031: INT }),
      dropped: INT,
    }),
  },
  push: { group: 'north', label: ['立即推送', '立即推送', 'Push at once'] },
  formatPreview: {
    group: 'north',
    label: ['协议格式预览', '協定格式預覽', 'Preview of the rows of a data format'],
    body: checkedBy(record({ protocol: INT, rows: listOf(schemaRef('northdatalist')) }, ['protocol', 'rows'])),
    answer: record({ type: TEXT, devices: INT, body: TEXT }),
  },
} satisfies Record<string, Call>
