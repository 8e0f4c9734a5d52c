import { ZERO_OR_ONE, INT, listOf, maybe, NUMBER, record, schemaRef, TEXT, TIME, type Schema } from './parts.ts'

const described = (schema: Schema, description: string): Schema => ({ ...schema, description })

const LAST_DATA = record({ historydata: NUMBER, insertdate: TIME, nodemapid: INT })
const NODE_STATE = record({
  id: INT,
  alias: TEXT,
  unitname: TEXT,
  imginfo: schemaRef('Wrapped'),
  registertype: INT,
  node_script: schemaRef('Wrapped'),
  min_value: NUMBER,
  max_value: NUMBER,
  lastdata: maybe(LAST_DATA),
})

/** Answers that no definition describes: live state, alarms, the outbox and the operation log. */
export const shapes: Readonly<Record<string, Schema>> = {
  DeviceState: record({
    id: INT,
    sn: TEXT,
    sn_value: schemaRef('Wrapped'),
    name: TEXT,
    district_id: INT,
    project_id: INT,
    gateway_id: { type: ['integer', 'null'] },
    devicetype_id: INT,
    sort_num: INT,
    control_state: INT,
    deviceisonline: ZERO_OR_ONE,
    getewayisonline: ZERO_OR_ONE,
    thre_list: listOf(INT),
    nodata_list: described(
      listOf(INT),
      'those of thre_list whose node has sent nothing for so long that nobody knows whether they still hold',
    ),
    positional: schemaRef('Wrapped'),
    json_data: schemaRef('Wrapped'),
    nodestatelist: listOf(NODE_STATE),
  }),
  AlarmRecord: record({
    id: INT,
    alarm_time: TIME,
    threshold_id: INT,
    threshold_name: TEXT,
    device_id: INT,
    device_name: TEXT,
    district_id: INT,
    nodemap_id: INT,
    nodemap_name: TEXT,
    real_value: NUMBER,
    unitname: described(TEXT, 'of the value, as its node has it now'),
    alarm_value: described(TEXT, 'the rule in words and numbers'),
    alarm_msg: TEXT,
    project_id: INT,
    is_alarm: described(ZERO_OR_ONE, '1 while it lasts'),
    alarm_state: described({ type: 'integer', enum: [0, 1, 2] }, '0 unhandled, 1 false alarm, 2 handled'),
    alert_level: maybe(INT),
    explained: schemaRef('Wrapped'),
    recovered_at: maybe(TIME),
    no_data_since: described(
      maybe(TIME),
      'time of the last value of an alarm that lasts, once that is too old to count',
    ),
    handled_by: maybe(INT),
    handled_at: maybe(TIME),
    trace: described(maybe({ type: 'object' }), 'why it fired'),
  }),
  AlarmSending: record({
    id: INT,
    thresholdlog_id: INT,
    device_id: INT,
    alarm_time: TIME,
    send_name: TEXT,
    send_url: TEXT,
    send_data: TEXT,
    send_ok: INT,
    alarm_type: described({ type: 'integer', enum: [1, 2, 3, 4] }, '1 message, 2 WeChat, 3 email, 4 linkage'),
    project_id: INT,
    explained: schemaRef('Wrapped'),
  }),
  Backtest: record({
    start: TIME,
    end: TIME,
    asked: described(INT, 'devices of the rule'),
    judged: described(INT, 'those that were looked at'),
    min: maybe(NUMBER),
    max: maybe(NUMBER),
    fired: listOf(
      record({
        id: INT,
        name: TEXT,
        count: INT,
        episodes: described(
          listOf(record({ from: TIME, to: described(maybe(TIME), 'null: it lasts') })),
          'the first 50',
        ),
      }),
    ),
    left_out: listOf(
      record({ id: INT, name: maybe(TEXT), reason: { type: 'string', enum: ['unknown', 'node', 'no_data', 'cap'] } }),
    ),
  }),
  WaitingMessage: record({
    id: INT,
    created_at: TIME,
    alarm_type: INT,
    recipient: TEXT,
    subject: TEXT,
    content: TEXT,
    project_id: maybe(INT),
    thresholdlog_id: maybe(INT),
    reason: described(TEXT, 'why it could not leave'),
  }),
  Operation: record({
    id: INT,
    operation_date: TIME,
    operation_table: TEXT,
    operation_name: TEXT,
    operation_type: TEXT,
    record_id: maybe(INT),
    project_id: maybe(INT),
    user_id: maybe(INT),
    explained: maybe(TEXT),
    username: maybe(TEXT),
    nickname: maybe(TEXT),
  }),
  FieldChange: record({
    id: INT,
    operation_id: INT,
    field_name: TEXT,
    field_comment: TEXT,
    new_value: maybe(TEXT),
    old_value: maybe(TEXT),
    node: maybe(
      record({
        registertype: INT,
        node_script: maybe(TEXT),
        unitname: maybe(TEXT),
        min_value: NUMBER,
        max_value: NUMBER,
      }),
    ),
    command: maybe(schemaRef('Command')),
  }),
  Command: record({
    asked_at: TIME,
    asked_by: maybe(TEXT),
    from: maybe(NUMBER),
    to: maybe(NUMBER),
    outcome: maybe({ type: 'string', enum: ['confirmed', 'unconfirmed'] }),
    ended_at: maybe(TIME),
    reported: maybe(NUMBER),
  }),
}

const USE = record({ resource: described(TEXT, 'path of the entity'), id: INT, name: TEXT }, ['resource', 'id', 'name'])

/** What a failure says besides its sentence: the problem of each field; of a record in use, what uses it and how many more there are. */
export const FAILURE = record(
  {
    code: INT,
    msg: TEXT,
    data: maybe(
      record({
        fields: { type: 'object', additionalProperties: TEXT },
        uses: listOf(USE),
        more: INT,
        current: { type: 'object' },
      }),
    ),
  },
  ['code', 'msg', 'data'],
)
