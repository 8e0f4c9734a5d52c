// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAnnounced, forgetCapabilities } from '../../authProvider/capabilities.ts'
import { episodeOf, readEpisode } from '../../dataProvider/episodes/rows.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { EpisodeCurve } from '../../src/alarms/inbox/detail/EpisodeCurve.tsx'
import { WhyFired } from '../../src/alarms/inbox/detail/WhyFired.tsx'
import { episode } from './inboxWorld.tsx'
import { answerCalls, openPage, type PageCall } from './pageWorld.tsx'

// Browser tests check the drawing: here a chart shows what it was given.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({ limits, episodes, apart }: Drawn) => (
    <div
      role="img"
      aria-label={[...limits, ...episodes].map(({ label }) => label).join(' · ')}
      data-limits={limits.map(({ value }) => value).join()}
      data-apart={apart.map(({ value, doubt }) => `${value} ${doubt}`).join()}
    />
  ),
}))

interface Drawn {
  limits: { value: number; label: string }[]
  episodes: { label: string }[]
  apart: { value: number; doubt?: string }[]
}

const now = Date.now()
let sent: PageCall[]
let extensions: string[]
let isBroken: boolean
/** Fields of the trace besides its limits. */
let told: object
/** Nodes with legal limits. */
let measures: object[]
/** The device's nodes besides the alarm's own, their samples, and the earlier samples of the alarm's node. */
let beside: { nodes: object[]; samples: [number, number][][]; earlier: [number, number][] }
beforeEach(() => {
  forgetCapabilities()
  told = {}
  beside = { nodes: [], samples: [], earlier: [] }
  measures = []
  isBroken = false
  extensions = ['alarmwork', 'alarm-trace', 'maintenance']
  const limit = (level: number, x: number) => ({ level, com_oper: 0, params_x: x, params_y: x, broken: 1, held: 0 })
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'x', version: '1', extensions } }),
    'GET godbAllHistoricaldataByIdToJson': () =>
      isBroken
        ? { code: 500, msg: '读取失败' }
        : {
            data: {
              nodeArr: [
                { id: 11, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4, node_script: '' },
                ...beside.nodes,
              ],
              datasetArr: [[...beside.earlier, [now - 60_000, 121]], ...beside.samples],
              flags: [
                { nodemapid: 11, t: now - 120_000, value: 985, flag: 4, tests: ['gross_range'] },
                { nodemapid: 11, t: now - 90_000, value: 140, flag: 3, tests: ['spike'] },
              ],
            },
          },
    'GET alarmTrace': () => ({
      data: {
        at: now,
        verdict: 'alarm',
        limits: [limit(4, 75), limit(2, 115)],
        ends: { com_oper: 0, params_x: 70, params_y: 70 },
        ...told,
      },
    }),
    'GET alarmMaintenanceSpans': () => ({
      data: [{ name: '季度校准', from: now - 7_200_000, to: now - 3_600_000, collect: 1 }],
    }),
    'GET environment': () => ({
      data: {
        nodes: measures,
        devices: [{ id: 7, zone: '4a' }],
        projects: [],
      },
    }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 7, name: '站 1' }] }),
  })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: isAnnounced })
})
afterEach(() => vi.unstubAllGlobals())

async function open(given: object = {}, keys: string[] | null = null) {
  const [row] = readEpisode(episode(1, { ...given }))
  await openPage(() => (row ? <EpisodeCurve curve={{ current: null }} episode={row} /> : null), '/', keys)
}
const drawn = () => screen.getByRole('img', { name: /规则 1/ }).getAttribute('aria-label')

it('EpisodeCurve draws the limits of all levels, the recovery line and maintenance', async () => {
  await open()
  await waitFor(() =>
    expect(drawn()).toBe('预警限值 75.0 · 严重限值 115.0 · 恢复线 70.0 · 维护：季度校准 · 持续 不到 1 分钟 · 规则 1'),
  )
  expect(sent.find(({ path }) => path === 'alarmTrace')?.query).toEqual({ threshold_id: '4', device_id: '7' })
  expect(sent.find(({ path }) => path === 'alarmMaintenanceSpans')?.query).toMatchObject({
    deviceid: '7',
    thresholdid: '4',
  })
})

it('EpisodeCurve draws no line for an index limit, and shows it as an index without a unit', async () => {
  extensions = ['alarmwork']
  const limit = { calc: 'index', standard: 'HJ633-2026', com_oper: 0, params_x: 150, params_y: 150 }
  await open({ limit, fired_value: 161 })
  await waitFor(() => expect(drawn()).toMatch(/规则 1$/))
  expect(drawn()).not.toContain('限值')
  expect(screen.getByText('指数 > 150')).toBeTruthy()
})

it('EpisodeCurve draws a class limit at the start of the class, also without a named standard', async () => {
  extensions = ['alarmwork', 'environment', 'environment-measures']
  measures = [{ id: 11, pollutant: 'pm25', model: 1, unit: 'µg/m³' }]
  await open({ limit: { calc: 'class', com_oper: 1, params_x: 3, params_y: 3 }, fired_value: 3 })
  await waitFor(() => expect(drawn()).toMatch(/^限值 3 · .*规则 1$/))
  // PM2.5 is in class 3 above 60 µg/m³ (HJ 633-2026).
  expect(screen.getByRole('img', { name: /规则 1/ }).dataset['limits']).toBe('60')
})

it('EpisodeCurve keeps the curve and shows the error when another span cannot be loaded', async () => {
  await open()
  await waitFor(() => expect(drawn()).toContain('规则 1'))
  isBroken = true
  fireEvent.click(screen.getByRole('radio', { name: '24 h' }))
  await screen.findByText('读取失败')
  expect(drawn()).toContain('规则 1')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByText('读取失败')).toBeNull())
})

it('EpisodeCurve draws suspect and failed values separately', async () => {
  await open()
  expect((await screen.findByRole('img', { name: /规则 1/ })).dataset['apart']).toBe('985 fail,140 suspect')
})

it('EpisodeCurve requests the trace of a cleared alarm for the time it fired', async () => {
  await open({ condition: 'cleared', cleared_at: now - 1000 })
  await waitFor(() => expect(drawn()).toMatch(/严重限值/))
  expect(sent.find(({ path }) => path === 'alarmTrace')?.query['at']).toBe(String(episode(1)['fired_at']))
})

it('EpisodeCurve draws the fired limit and requests no trace without extension or permission', async () => {
  extensions = ['alarmwork']
  await open()
  await waitFor(() => expect(drawn()).toMatch(/^限值 115.0 · /))
  expect(sent.some(({ path }) => path === 'alarmTrace')).toBe(false)
  extensions = ['alarmwork', 'alarm-trace']
  forgetCapabilities()
  document.body.replaceChildren()
  await open({}, ['2-3', '2-2'])
  await waitFor(() => expect(drawn()).toMatch(/^限值 115.0 · /))
  expect(sent.some(({ path }) => path === 'alarmTrace')).toBe(false)
})

it('EpisodeCurve shows the date if the alarm did not start today', async () => {
  const since = now - 3 * 86_400_000
  await open({ since, fired_at: since + 600_000 })
  const words = /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d 起超限，持续 10 分钟，\d\d:\d\d 触发$/
  expect(await screen.findByText(words)).toBeTruthy()
})

const message = (at: number, send_ok: number) => ({ kind: 'message', at, channel: 3, send_ok })
/** The steps of the explanation why the rule fired, each with its tone. */
const line = async () => {
  const region = await screen.findByRole('region', { name: '为什么报警' })
  return [...region.querySelectorAll('li')].map(({ textContent, dataset }) => `${dataset['tone']} ${textContent}`)
}

it('WhyFired shows the steps to the alarm from the same trace request as EpisodeCurve', async () => {
  told = {
    hold: 600,
    conditions: [{ nodemap_id: 11, node_name: 'PM2.5', unitname: 'µg/m³', calc: 'value', value: 121, broken: 1 }],
    episode: { id: 1, fired_at: now, fired_value: 118, cleared_at: null },
  }
  const timeline = [message(now, 1), message(now, 0)]
  const row = episodeOf(episode(1, { since: now - 660_000, fired_at: now - 60_000, timeline }))
  await openPage(
    () => (
      <>
        <EpisodeCurve curve={{ current: null }} episode={row} />
        <WhyFired episode={row} moments={row.timeline} />
      </>
    ),
    '/',
  )
  expect(await line()).toEqual([
    expect.stringMatching(/^yes PM2\.5 118(\.0)? > 115(\.0)? µg\/m³$/),
    'yes 持续 10 分钟 / 10 分钟',
    'yes 不在维护',
    'sent 严重 · 已通知 1 次',
  ])
  expect(sent.filter(({ path }) => path === 'alarmTrace')).toHaveLength(1)
})

it('WhyFired counts messages after firing, also for a cleared alarm, and shows a delay by maintenance', async () => {
  told = { episode: { id: 1, fired_at: now - 60_000, fired_value: 118, cleared_at: now }, messages: [] }
  const over = { kind: 'maintenance_over', at: now - 30_000 }
  const timeline = [over, message(now - 20_000, 1), message(now - 10_000, 1), message(now, -1)]
  const row = episodeOf(episode(1, { condition: 'cleared', cleared_at: now, fired_at: now - 60_000, timeline }))
  await openPage(() => <WhyFired episode={row} moments={row.timeline} />, '/')
  expect((await line()).slice(1)).toEqual(['wait 曾在维护，结束后通知', 'sent 严重 · 已通知 2 次'])
})

it('WhyFired shows the message count of an incomplete timeline as "at least"', async () => {
  told = { episode: { id: 1, fired_at: now - 60_000, fired_value: 118, cleared_at: null } }
  const timeline = [{ kind: 'left_out', at: now - 30_000 }, message(now - 20_000, 1), message(now - 10_000, 1)]
  const row = episodeOf(episode(1, { fired_at: now - 60_000, timeline }))
  await openPage(() => <WhyFired episode={row} moments={row.timeline} />, '/')
  expect((await line()).slice(1)).toEqual(['sent 严重 · 已通知至少 2 次'])
})

it('WhyFired omits maintenance and messages when the timeline cannot be loaded', async () => {
  told = { episode: { id: 1, fired_at: now, fired_value: 118, cleared_at: null }, messages: [] }
  const [row] = readEpisode(episode(1))
  await openPage(() => (row ? <WhyFired episode={row} moments={null} /> : null), '/')
  expect((await line()).slice(1)).toEqual([])
})

it('WhyFired shows only the duration if the rule’s hold time is longer by now', async () => {
  told = { hold: 600, episode: { id: 1, fired_at: now - 60_000, fired_value: 118, cleared_at: null } }
  const [row] = readEpisode(episode(1, { since: now - 360_000, fired_at: now - 60_000 }))
  await openPage(() => (row ? <WhyFired episode={row} moments={null} /> : null), '/')
  expect((await line()).slice(1)).toEqual(['yes 持续 5 分钟'])
})

it('WhyFired shows the value of an index rule as an index', async () => {
  told = { episode: { id: 1, fired_at: now, fired_value: 161, cleared_at: null } }
  const limit = { calc: 'index', standard: 'HJ633-2026', com_oper: 0, params_x: 150, params_y: 150 }
  const [row] = readEpisode(episode(1, { limit, fired_value: 161 }))
  await openPage(() => (row ? <WhyFired episode={row} moments={[]} /> : null), '/')
  expect((await line())[0]).toBe('yes PM2.5 指数 161 > 150')
})

describe('EpisodeCurve with other nodes', () => {
  const fired_at = now - 40 * 60_000
  beforeEach(() => {
    extensions = ['alarmwork', 'environment', 'environment-measures']
    measures = [12, 13].map((id) => ({ id, pollutant: id === 12 ? 'pm10' : 'so2', model: 1, unit: 'µg/m³' }))
    beside = {
      nodes: [
        { id: 12, alias: 'PM10', unitname: 'µg/m³', registertype: 4, node_script: '' },
        { id: 13, alias: '二氧化硫', unitname: 'µg/m³', registertype: 4, node_script: '' },
        { id: 14, alias: '湿度', unitname: '%', registertype: 4, node_script: '' },
      ],
      samples: [
        [
          [fired_at - 60_000, 400],
          [fired_at + 60_000, 20],
        ],
        // Hours before the alarm fired.
        [[fired_at - 3 * 3_600_000, 20]],
        [[fired_at - 60_000, 55]],
      ],
      earlier: [[now - 62 * 60_000, 101]],
    }
  })

  it('shows the change within an hour, and judged nodes at the time of firing', async () => {
    await open({ since: fired_at, fired_at })
    const then = await screen.findByText(/^触发时：/)
    // Neither nodes without legal limits nor nodes without a value at that moment are named.
    expect(then.textContent).toMatch(/^触发时：PM10 400(\.0)?（[^·]+）$/)
    const change = screen.getByRole('img', { name: /^1 小时上升 20(\.0)? µg\/m³$/ })
    expect(change.textContent).toMatch(/^↑ 20(\.0)? \/ 1 h$/)
  })

  it('lists the worst node first, relative to the number of classes', async () => {
    measures = [
      { id: 12, pollutant: 'pm10', model: 1, unit: 'µg/m³' },
      { id: 13, pollutant: 'leq', model: 1, unit: 'dB(A)' },
    ]
    beside.nodes = [
      { id: 12, alias: 'PM10', unitname: 'µg/m³', registertype: 4, node_script: '' },
      { id: 13, alias: '噪声', unitname: 'dB(A)', registertype: 4, node_script: '' },
    ]
    // The fourth class of six, and the last of three.
    beside.samples = [[[fired_at - 60_000, 300]], [[fired_at - 60_000, 95]]]
    await open({ since: fired_at, fired_at })
    expect((await screen.findByText(/^触发时：/)).textContent).toMatch(/^触发时：噪声 95(\.0)?（.+） · PM10 300/)
  })

  it('shows no change for a cleared alarm or without a value one hour ago', async () => {
    await open({ since: fired_at, fired_at, condition: 'cleared', cleared_at: now - 1000 })
    await screen.findByText(/^触发时：/)
    expect(screen.queryByRole('img', { name: /1 小时/ })).toBeNull()
    document.body.replaceChildren()
    beside.earlier = [[now - 90 * 60_000, 101]]
    await open({ since: fired_at, fired_at })
    await screen.findByText(/^触发时：/)
    expect(screen.queryByRole('img', { name: /1 小时/ })).toBeNull()
  })
})
