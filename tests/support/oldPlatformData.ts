/** A record of the old platform as its tables hold it; numbers become texts when they are sent. */
export type OldRow = Record<string, unknown>

export interface OldData {
  states: OldRow[]
  nodemaps: { id: number; alias: string; unitname: unknown; registertype: number; node_script?: unknown }[]
  /** Samples; `at` in seconds. */
  samples: { nodemap: number; at: number; value: number }[]
  alarms: OldRow[]
  lists: Record<string, OldRow[]>
}

const wrapped = (text: string): OldRow => ({ String: text, Valid: text !== '' })

/**
 * Gateways do not say whether they are online; the states of the devices behind them do. The data holds three stations
 * (one alarmed, one offline, one in an area under construction), a rule, two alarms, two gateways and a few minutes of
 * history up to the present.
 */
export function oldData(): OldData {
  const now = Math.floor(Date.now() / 1000)
  const nodemaps = [
    { id: 41, alias: 'PM2.5', unitname: wrapped('µg/m³'), registertype: 3, node_script: 'value * 0.1' },
    { id: 42, alias: '排风扇', unitname: '', registertype: 1 },
  ]
  const samples = [
    { nodemap: 41, at: now - 3, value: 700 },
    { nodemap: 41, at: now - 2, value: 900 },
    { nodemap: 41, at: now - 1, value: 864 },
    { nodemap: 42, at: now - 1, value: 1 },
  ]
  const last = (nodemapid: number, historydata: number): OldRow => ({ historydata, insertdate: now, nodemapid })
  const [pm, fan] = nodemaps.map((nodemap) => ({ ...nodemap, min_value: 0, max_value: 1000 }))
  const state = { sn_value: wrapped(''), gateway_id: 1, sort_num: 0, devicetype_id: 4, positional: '', json_data: null }
  const states: OldRow[] = [
    {
      ...state,
      id: 1,
      sn: 10020007,
      name: '老城空气站',
      district_id: 3,
      deviceisonline: 1,
      getewayisonline: 1,
      thre_list: '31',
      nodestatelist: [
        { ...pm, lastdata: last(41, 864) },
        { ...fan, lastdata: last(42, 1) },
      ],
    },
    {
      ...state,
      id: 2,
      sn: 10020008,
      name: '离线空气站',
      district_id: 3,
      deviceisonline: 0,
      getewayisonline: 1,
      thre_list: null,
      nodestatelist: null,
    },
    {
      ...state,
      id: 3,
      sn: 10020009,
      name: '在建空气站',
      district_id: 4,
      deviceisonline: 1,
      getewayisonline: 1,
      thre_list: '',
      nodestatelist: [{ ...pm, lastdata: null }],
    },
  ]
  const alarm = {
    threshold_name: '颗粒物上限',
    device_name: '老城空气站',
    nodemap_name: 'PM2.5',
    alarm_value: '大于 75',
    project_id: 2,
    explained: wrapped(''),
  }
  return {
    states,
    nodemaps,
    samples,
    alarms: [
      { ...alarm, id: 9, alarm_time: now - 60, real_value: 86.4, alarm_msg: '颗粒物超标', is_alarm: 1, alarm_state: 0 },
      {
        ...alarm,
        id: 8,
        alarm_time: now - 3600,
        real_value: 81,
        alarm_msg: '颗粒物曾超标',
        is_alarm: 0,
        alarm_state: 0,
      },
    ],
    lists: {
      godbDistrict: [
        { id: 1, name: '顶级', superid: 0, build_state: 0 },
        { id: 2, name: '老城市', superid: 1, build_state: 0, project_id: 2 },
        { id: 3, name: '桥东区', superid: 2, build_state: 0, project_id: 2 },
        { id: 4, name: '在建区', superid: 2, build_state: 1, project_id: 2 },
      ],
      godbDevice: states.map(({ id, name, district_id, devicetype_id }) => ({
        id,
        name,
        district_id,
        devicetype_id,
        project_id: 2,
      })),
      godbDevicetype: [{ id: 4, name: '空气站 A1' }],
      godbThreshold: [
        {
          id: 31,
          name: '颗粒物上限',
          nodemap_id: 41,
          alarm_msg: wrapped('颗粒物超标'),
          params_x: 750,
          params_y: null,
          com_oper: 0,
          device_list: '1,2',
          enable: 1,
        },
      ],
      godbProject: [{ id: 2, name: '老城项目', ico: wrapped(''), pin_code: 'P2' }],
      godbDatashow: [{ id: 1, name: '老城大屏', district_id: 3, project_id: 2 }],
      godbOperationlog: [
        {
          id: 1,
          name: '',
          operation_date: now,
          operation_table: 'gateway',
          operation_name: 'gateway',
          operation_type: 'insert',
          project_id: 2,
          user_id: 1,
          explained: '老网关二',
        },
      ],
      godbSystemuser: [
        { id: 1, username: 'admin', nickname: '', super_id: 1, project_id: 2, menu_control: '', typemap: '2,3,4' },
      ],
      godbNorthInterface: [
        {
          id: 1,
          name: '老接口',
          project_id: 2,
          url: 'http://example.com',
          run_interval: 60,
          protocol: 1,
          dev_list: '1',
          is_stop: 0,
          is_enable: 1,
          explained: '',
        },
      ],
      godbGateway: [
        {
          id: 1,
          name: '老网关一',
          regcode: 8001,
          protocol_type: 1,
          project_id: 2,
          iccid: wrapped(''),
          explained: null,
        },
        {
          id: 2,
          name: '老网关二',
          regcode: 8002,
          protocol_type: 2,
          project_id: 2,
          iccid: '8986',
          explained: wrapped('备用'),
        },
      ],
    },
  }
}
