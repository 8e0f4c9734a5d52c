import { expect, it, vi } from 'vitest'
import type { AlarmRecord } from '../../dataProvider/alarms.ts'
import { needingEpisodes } from '../../dataProvider/episodes/calls.ts'
import { readEpisode } from '../../dataProvider/episodes/rows.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { alarmsNeeding, alarmsOf, newOnes, type Alarm } from '../../src/alarms/bell/alarms.ts'
import { aDevice, aNode } from '../support/devices.ts'

const record = (id: number, device: number, given: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id,
  at: 5000,
  threshold: 'PM2.5 浓度超标',
  deviceName: `Device ${device}`,
  nodeName: 'PM2.5',
  value: 80,
  unit: '',
  rule: '',
  message: '',
  project: 1,
  lasting: true,
  state: 0,
  explained: null,
  device,
  area: null,
  nodemap: 41,
  level: null,
  recoveredAt: null,
  noDataSince: null,
  trace: null,
  whole: {},
  ...given,
})
const thresholds = new Map([[31, { id: 31, nodes: [41], alarm_msg: '超标' }]])
const violated = aDevice({ id: 1, thre_list: [31], nodes: [aNode({ id: 41, at: 9000 })] })

it('alarmsOf lists only current violations, even if the alarm log has other open records', () => {
  const calm = aDevice({ id: 1 })
  expect(alarmsOf([calm], [record(465, 1), record(470, 9)], thresholds, String)).toEqual([])
  expect(
    alarmsOf([violated], [record(470, 9)], thresholds, String).map(({ key, record: waiting }) => [key, waiting]),
  ).toEqual([['1:31', null]])
})

it('alarmsOf lists one alarm per device and threshold, however many open records there are', () => {
  expect(
    alarmsOf([violated], [record(465, 1), record(466, 1), record(467, 1)], thresholds, String).map(
      ({ key, record: waiting }) => [key, waiting],
    ),
  ).toEqual([['1:31', 465]])
})

it('alarmsOf takes silentSince from the log record, else from the time of the last value', () => {
  const silent = { ...violated, nodata_list: [31] }
  expect(alarmsOf([silent], [], thresholds, String)[0]?.silentSince).toBe(9000)
  expect(alarmsOf([silent], [record(465, 1, { noDataSince: 7000 })], thresholds, String)[0]?.silentSince).toBe(7000)
  expect(alarmsOf([{ ...violated, online: false }], [], thresholds, String)[0]?.silentSince).toBe(9000)
  expect(
    alarmsOf([{ ...violated, nodata_list: [], online: false }], [], thresholds, String)[0]?.silentSince,
  ).toBeUndefined()
})

it('alarmsOf inserts a switch’s value as on or off into the alarm message', () => {
  const pump = (value: number) =>
    aDevice({ id: 1, name: '泵站', thre_list: [31], nodes: [aNode({ id: 41, alias: '水泵', registertype: 2, value })] })
  const rules = new Map([[31, { id: 31, nodes: [41], alarm_msg: '{device}{node}已{value}' }]])
  const words = (key: string) => ({ 'monitor.node.on': '开', 'monitor.node.off': '关' })[key] ?? key
  const said = (value: number) => alarmsOf([pump(value)], [], rules, words).map(({ message }) => message)
  expect([said(1), said(0)]).toEqual([['泵站水泵已开'], ['泵站水泵已关']])
})

const byKey = (alarms: readonly Alarm[]) => new Map(alarms.map((alarm) => [alarm.key, alarm]))

it('newOnes reports new, refired and worsened episodes, but not unchanged or milder ones', () => {
  const bell = (...rows: object[]) =>
    alarmsNeeding(
      rows.flatMap((row) => readEpisode({ device_id: 1, threshold_id: 31, fired_at: 1000, level: 2, ...row })),
      () => undefined,
    )
  const before = byKey(bell({ id: 8 }))
  const news = (...rows: object[]) => newOnes(before, bell(...rows)).map(({ record: id }) => id)
  expect(news({ id: 8 })).toEqual([])
  expect(news({ id: 8, condition: 'cleared' }, { id: 9 })).toEqual([9])
  expect([news({ id: 8, level: 1 }), news({ id: 8, level: 3 })]).toEqual([[8], []])
  expect([news({ id: 8, last_fired_at: 2000 }), news({ id: 8, last_fired_at: 1000 })]).toEqual([[8], []])
})

it('newOnes ignores an alarm that was cut off the full list of 100 and moved up', () => {
  const bell = (...rows: object[]) =>
    alarmsNeeding(
      rows.flatMap((row) => readEpisode({ device_id: 1, threshold_id: 31, ...row })),
      () => undefined,
    )
  const listed = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, level: 3, fired_at: 2000 + n }))
  const before = byKey(bell(...listed))
  const news = (row: object) => newOnes(before, bell(...listed.slice(1), { id: 900, ...row })).length
  expect([news({ level: 3, fired_at: 1000 }), news({ level: 4, fired_at: 9000 })]).toEqual([0, 0])
  expect([news({ level: 3, fired_at: 9000 }), news({ level: 1, fired_at: 1000 })]).toEqual([1, 1])
})

it('newOnes reports nothing when a log record appears for a known alarm without an episode', () => {
  const before = byKey(alarmsOf([violated], [], thresholds, String))
  expect(newOnes(before, alarmsOf([violated], [record(465, 1, { level: 1 })], thresholds, String))).toEqual([])
})

it('needingEpisodes loads 100 of 150 alarms: the most urgent, then the newest of the last level', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => ({ id: n + 1, level: n < 3 ? 1 : 3, fired_at: 1000 + n }))
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', (url: string) => {
    const query = new URL(url, 'https://env.example.com').searchParams
    // The platform's order: by level, and within a level the oldest first; by time, the newest first.
    const found = query.has('level') ? rows.filter(({ level }) => String(level) === query.get('level')) : rows
    const ordered = query.get('sort') === 'fired_at' ? found.toReversed() : found
    const list = ordered.slice(0, Number(query.get('page_size')))
    return Promise.resolve(Response.json({ code: 0, msg: '', data: { list, total: found.length } }))
  })
  const ids = (await needingEpisodes('needs_me')).map(({ id }) => id)
  vi.unstubAllGlobals()
  expect(ids).toHaveLength(100)
  expect(ids.slice(0, 5)).toEqual([1, 2, 3, 150, 149])
})
