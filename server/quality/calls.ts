import { checkedBy, type Call } from '../openapi/call.ts'
import { INT, listOf, maybe, MAYBE_NUMBER, record, TEXT, TIME, ZERO_OR_ONE } from '../openapi/parts.ts'

/** Schemas of the calls of data quality: what they take and answer. */
export const qualityCalls = {
  evaluate: {
    group: 'environment',
    label: ['数据质量检验', '資料品質檢驗', 'Quality flags of values'],
    body: checkedBy(
      record(
        {
          test: { type: 'string', enum: ['gross_range', 'spike', 'flat_line', 'rate_of_change'] },
          values: listOf(MAYBE_NUMBER),
          times: listOf(TIME),
          params: { type: 'object' },
        },
        ['test', 'values'],
      ),
      'handler',
    ),
    answer: listOf({ type: 'integer', enum: [1, 2, 3, 4, 9] }),
  },
  rates: {
    group: 'environment',
    label: ['数据质量统计', '資料品質統計', 'Completeness, timeliness and validity of data'],
    query: { deviceid: INT, dis_id: INT, from: TIME, to: TIME, sum: { type: 'string', enum: ['1'] } },
    answer: listOf(
      record({
        deviceid: maybe(INT),
        nodemapid: maybe(INT),
        device: TEXT,
        node: TEXT,
        month: TEXT,
        expected: MAYBE_NUMBER,
        received: INT,
        intime: INT,
        valid: INT,
        tested: ZERO_OR_ONE,
        silent: ZERO_OR_ONE,
        untested: INT,
        missing: MAYBE_NUMBER,
        gaps: MAYBE_NUMBER,
        gapminutes: MAYBE_NUMBER,
        transmission: MAYBE_NUMBER,
        timeliness: MAYBE_NUMBER,
        validity: MAYBE_NUMBER,
      }),
    ),
  },
  gaps: {
    group: 'environment',
    label: ['数据中断', '資料中斷', 'Gaps in the data of devices'],
    query: { deviceid: INT, dis_id: INT, from: TIME, to: TIME },
    answer: listOf(
      record({
        deviceid: INT,
        nodemapid: INT,
        device: TEXT,
        node: TEXT,
        from: TIME,
        to: maybe(INT),
        missing: INT,
        flag: INT,
      }),
    ),
  },
  queue: {
    group: 'environment',
    label: ['待复核的数据', '待複核的資料', 'Suspect and failed values that wait for a review'],
    query: { deviceid: INT, dis_id: INT, from: TIME, to: TIME, step: INT },
    answer: listOf(
      record({
        deviceid: INT,
        nodemapid: INT,
        device: TEXT,
        node: TEXT,
        from: TIME,
        to: TIME,
        count: INT,
        flag: INT,
        tests: listOf(TEXT),
        step: INT,
      }),
    ),
  },
  reviews: {
    group: 'environment',
    label: ['数据复核记录', '資料複核記錄', "Reviews of a device's values"],
    query: { deviceid: INT, from: TIME, to: TIME },
    answer: listOf(
      record({
        id: INT,
        nodemapid: INT,
        from: TIME,
        to: TIME,
        flag: INT,
        zero: MAYBE_NUMBER,
        factor: MAYBE_NUMBER,
        value: MAYBE_NUMBER,
        step: INT,
        reason: TEXT,
        by: { type: ['string', 'null'] },
        at: TIME,
        revoked_by: { type: ['string', 'null'] },
        revoked_at: { type: ['integer', 'null'] },
      }),
    ),
  },
  review: {
    group: 'environment',
    label: ['复核数据', '複核資料', 'Review the values of a span'],
    body: checkedBy(
      record(
        {
          deviceid: INT,
          nodemapid: INT,
          from: TIME,
          to: TIME,
          flag: INT,
          zero: MAYBE_NUMBER,
          factor: MAYBE_NUMBER,
          value: MAYBE_NUMBER,
          reason: TEXT,
        },
        ['deviceid', 'nodemapid', 'from', 'to', 'reason'],
      ),
    ),
    answer: record({ id: INT }),
  },
  revoke: {
    group: 'environment',
    label: ['撤销复核', '撤銷複核', 'Take a review back'],
  },
} satisfies Record<string, Call>
