import { BODIES, NOISE_ZONES, PERIODS } from '../../standards/types.ts'
import { checkedBy, type Call } from '../openapi/call.ts'
import { INT, listOf, maybe, MAYBE_NUMBER, NUMBER, record, TEXT, TIME, type Schema } from '../openapi/parts.ts'

const MEDIUM: Schema = { type: 'string', enum: ['air', 'noise', 'water'] }
const ZONE: Schema = { type: 'string', enum: NOISE_ZONES }
const DAY: Schema = { type: 'string', format: 'date' }
/** One pollutant of a verdict. */
const PART = {
  index: MAYBE_NUMBER,
  level: MAYBE_NUMBER,
  limit: MAYBE_NUMBER,
  exceeded: { type: ['boolean', 'number', 'null'] },
} as const
const STATE: Schema = { type: 'string', enum: ['valid', 'insufficient'] }
/** The same with the mean it was judged by, and the minutes of sampling in an hour. */
const MEASURED_PART: Schema = record({
  ...PART,
  value: MAYBE_NUMBER,
  count: INT,
  state: STATE,
})
/** A station as judged by environmental law. */
const STATION = {
  deviceid: INT,
  medium: MEDIUM,
  standard: TEXT,
  period: TEXT,
  index: MAYBE_NUMBER,
  level: MAYBE_NUMBER,
  primary: listOf(TEXT),
  coverage: { type: 'number', minimum: 0, maximum: 1 },
} as const

const BY: Schema = { type: 'string', enum: ['station', 'area', 'all'] }
/** A station, or an area with all of its stations. */
const PLACE = { deviceid: INT, dis_id: maybe(INT), medium: MEDIUM, scheme: TEXT, stations: INT } as const

/** Number of days on which a pollutant decided, or was missing. */
const KEY_DAYS = listOf(record({ key: TEXT, days: INT }))

/** Node maps that measure pollutants. */
const NODES = listOf(record({ id: INT, pollutant: TEXT, model: INT, unit: TEXT, script: TEXT }))

/** Schemas of the calls about the environment: what they take and answer. */
export const environmentCalls = {
  standards: {
    group: 'environment',
    label: ['环境标准', '環境標準', 'Environmental standards'],
    answer: listOf(
      record({
        code: TEXT,
        medium: MEDIUM,
        title: listOf(TEXT),
        since: DAY,
        until: maybe(DAY),
        periods: listOf(TEXT),
      }),
    ),
  },
  evaluate: {
    group: 'environment',
    label: ['按标准评价', '依標準評價', 'Judge values by a standard'],
    body: checkedBy(
      record(
        {
          standard: TEXT,
          period: { type: 'string', enum: PERIODS },
          values: { type: 'object', additionalProperties: MAYBE_NUMBER },
          zone: ZONE,
          body: { type: 'string', enum: BODIES },
          traffic: { type: 'boolean' },
          at: TIME,
        },
        ['standard', 'values'],
      ),
      'handler',
    ),
    answer: record({
      standard: TEXT,
      index: MAYBE_NUMBER,
      level: MAYBE_NUMBER,
      category: maybe(TEXT),
      primary: listOf(TEXT),
      deciding: listOf(TEXT),
      missing: listOf(TEXT),
      parts: { type: 'object', additionalProperties: record(PART) },
      limit: NUMBER,
      exceeded: NUMBER,
    }),
  },
  noise: {
    group: 'environment',
    label: ['噪声统计', '噪音統計', 'Levels of noise'],
    body: checkedBy(
      record({ samples: listOf(record({ t: TIME, v: NUMBER }, ['t', 'v'])), zone: ZONE }, ['samples']),
      'handler',
    ),
    answer: record({
      leq: MAYBE_NUMBER,
      l10: MAYBE_NUMBER,
      l50: MAYBE_NUMBER,
      l90: MAYBE_NUMBER,
      ld: MAYBE_NUMBER,
      ln: MAYBE_NUMBER,
      ldn: MAYBE_NUMBER,
      lmax: MAYBE_NUMBER,
      coverage: NUMBER,
      limits: record({ day: NUMBER, night: NUMBER }),
    }),
  },
  now: {
    group: 'environment',
    label: ['环境评价', '環境評價', 'Environmental state now'],
    query: {
      pro_id: INT,
      dis_id: INT,
      deviceid: INT,
      medium: MEDIUM,
      at: TIME,
      parts: { type: 'string', enum: ['none'] },
    },
    answer: listOf(
      record({
        ...STATION,
        deciding: listOf(TEXT),
        missing: listOf(TEXT),
        value: MAYBE_NUMBER,
        limit: NUMBER,
        exceeded: NUMBER,
        parts: { type: 'object', additionalProperties: MEASURED_PART },
        measures: { ...INT, description: "Number of the standard's pollutants that the station's model measures" },
        at: TIME,
      }),
    ),
  },
  measures: {
    group: 'environment',
    label: ['评价依据', '評價依據', 'What stations are judged by'],
    query: { pro_id: INT, dis_id: INT, deviceid: INT, medium: MEDIUM },
    answer: record({
      nodes: NODES,
      further: NODES,
      winds: listOf(record({ direction: INT, speed: INT })),
      directions: listOf(record({ id: INT })),
      devices: listOf(
        record({ id: INT, zone: ZONE, body: { type: 'string', enum: BODIES }, traffic: { type: 'boolean' } }),
      ),
      projects: listOf(record({ id: INT, scheme: TEXT })),
    }),
  },
  hours: {
    group: 'environment',
    label: ['逐时环境评价', '逐時環境評價', 'Environmental state by hour'],
    query: {
      pro_id: INT,
      dis_id: INT,
      deviceid: { ...TEXT, description: 'Ids, separated by commas' },
      medium: MEDIUM,
      by: { type: 'string', enum: ['area', 'all'] },
      from: TIME,
      to: TIME,
    },
    answer: listOf(
      record({
        dis_id: maybe(INT),
        deviceid: INT,
        medium: MEDIUM,
        stations: INT,
        hours: listOf(
          record({
            at: TIME,
            standard: TEXT,
            index: MAYBE_NUMBER,
            level: MAYBE_NUMBER,
            primary: listOf(TEXT),
            deciding: listOf(TEXT),
            missing: listOf(TEXT),
            exceeded: NUMBER,
            stations: INT,
            classes: listOf(INT),
            worst: maybe(INT),
            parts: {
              type: 'object',
              additionalProperties: { ...listOf(MAYBE_NUMBER), description: 'Value, index, level' },
            },
          }),
        ),
      }),
    ),
  },
  days: {
    group: 'environment',
    label: ['逐日环境评价', '逐日環境評價', 'Environmental state by day'],
    query: {
      pro_id: INT,
      dis_id: INT,
      deviceid: INT,
      medium: MEDIUM,
      by: BY,
      from: TIME,
      to: TIME,
      sum: { type: 'string', enum: ['1'] },
    },
    answer: listOf(
      record({
        ...PLACE,
        period: TEXT,
        days: {
          ...listOf(listOf({})),
          description:
            'Day, index, level, primary pollutants, share of its hours, worst station, dB above the limits, missing pollutants. Left out with sum=1, which has the following fields instead',
        },
        judged: INT,
        needed: INT,
        index: MAYBE_NUMBER,
        wanted: { ...MAYBE_NUMBER, description: 'Percent' },
        classes: listOf(INT),
        primary: KEY_DAYS,
        missing: KEY_DAYS,
        coverage: { type: 'number', minimum: 0, maximum: 1 },
      }),
    ),
  },
  means: {
    group: 'environment',
    label: ['月均值与年均值', '月均值與年均值', 'Means of months and years'],
    query: {
      pro_id: INT,
      dis_id: INT,
      deviceid: INT,
      by: BY,
      period: { type: 'string', enum: ['month', 'year'] },
      from: TIME,
      to: TIME,
    },
    answer: listOf(
      record({
        ...PLACE,
        period: TEXT,
        means: listOf(
          record({
            of: TEXT,
            parts: {
              type: 'object',
              additionalProperties: record({
                value: MAYBE_NUMBER,
                count: INT,
                needed: INT,
                months: INT,
                state: STATE,
                limit: MAYBE_NUMBER,
                exceeded: { type: ['boolean', 'null'] },
              }),
            },
          }),
        ),
      }),
    ),
  },
} satisfies Record<string, Call>
