import { isAnnounced, forgetCapabilities } from '../../authProvider/capabilities.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { answerCalls, type PageAnswer, type PageCall } from './pageWorld.tsx'

type Row = Record<string, unknown>

export const now = Date.now()
export const alarm = (id: number, given: Row = {}): Row => ({
  id,
  alarm_time: now - id * 60_000,
  threshold_name: `规则 ${id}`,
  device_name: `站 ${id}`,
  nodemap_name: 'PM2.5',
  real_value: 80 + id,
  alarm_value: '大于 75',
  alarm_msg: `超标 ${id}`,
  project_id: 2,
  is_alarm: 1,
  alarm_state: 0,
  explained: null,
  ...given,
})
export const usual = [
  alarm(1),
  alarm(2),
  alarm(3, { is_alarm: 0 }),
  alarm(4, { alarm_state: 2 }),
  alarm(5, { alarm_state: 1 }),
]

export interface AlarmPlatform {
  /** Rows on the visible page. */
  rows: Row[]
  /** Rows that exist but are not on the visible page. */
  older: Row[]
  /** Answers a request for a single record instead of the rows. */
  byId: PageAnswer | null
  /** The extensions that the platform announces. */
  extensions: string[]
  sheet: PageAnswer
  log: PageAnswer
  /** Ids whose handling the platform refuses. */
  quicker: number[]
  sent: PageCall[]
}

const groupOf = (row: Row): string =>
  ['', 'false', 'handled'][Number(row['alarm_state'])] || (row['is_alarm'] === 1 ? 'open' : 'over')

/** A platform with five alarms of project 2, two of them to be handled. */
export function startAlarms(): AlarmPlatform {
  const platform: AlarmPlatform = {
    rows: usual,
    older: [],
    byId: null,
    extensions: ['alarm-groups'],
    sheet: { data: new Blob(['PK'], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }) },
    log: { data: [] },
    quicker: [],
    sent: [],
  }
  forgetCapabilities()
  platform.sent = answerCalls({
    'GET capabilities': () =>
      platform.extensions.length > 0
        ? { data: { name: 'x', version: '1', extensions: platform.extensions } }
        : { code: 404, msg: '' },
    'GET godbThresholdlogByTimeOrId': ({ query }) => {
      if (query['id'])
        return (
          platform.byId ?? {
            data: { list: platform.older.filter((row) => String(row['id']) === query['id']), total: 0 },
          }
        )
      const found = platform.rows.filter(
        (row) => !query['types'] || query['types'].split(',').includes(String(row['alarm_state'])),
      )
      const size = Number(query['page_size'])
      if (!platform.extensions.includes('alarm-groups'))
        return { data: { list: found.slice(0, size), total: found.length } }
      const inGroups = found.filter((row) => !query['groups'] || query['groups'].split(',').includes(groupOf(row)))
      const count = (group: string) => found.filter((row) => groupOf(row) === group).length
      return {
        data: {
          list: inGroups.slice(0, size),
          total: inGroups.length,
          ...(query['totals'] && {
            totals: { open: count('open'), over: count('over'), false: count('false'), handled: count('handled') },
          }),
        },
      }
    },
    'GET godbThresholdlogByTimeOrIdToExcel': () => platform.sheet,
    'GET godbAlarmsendlogByThresholdlogId': () => platform.log,
    'POST alarmSendLog': () => ({ data: null }),
    'PUT godbThresholdlog': ({ path, body }) => {
      const id = Number(path.split('/')[1])
      if (platform.quicker.includes(id)) return { code: 409, msg: '该报警已被处理' }
      platform.rows = platform.rows.map((row) => (row['id'] === id ? { ...row, ...body } : row))
      return { data: null }
    },
    'GET godbDistrictNameList': () => ({
      data: [
        { id: 2, name: '市区', superid: 1 },
        { id: 3, name: '河岸', superid: 2 },
      ],
    }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 7, name: '站 1', district_id: 3 }] }),
    'GET godbProjectNameList': () => ({ data: [{ id: 2, name: '项目二' }] }),
  })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: isAnnounced })
  return platform
}
