import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodemapsOf } from '../../dataProvider/calls.ts'
import { deviceHistory, readHistory, type NodeHistory } from '../../dataProvider/calls/history.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { forgetNodeKinds } from '../../dataProvider/nodeKinds.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { isReady, readCompareParams, writeCompareParams } from '../../src/compare/compareParams.ts'
import {
  isInRange,
  selectedDays,
  readHistoryParams,
  rangeOf,
  writeHistoryParams,
} from '../../src/history/historyParams.ts'
import { valueText } from '../../src/chart/readout.ts'
import { cellText, historyNodes as nodesOf } from '../../src/history/panel/nodeLines.ts'
import { sampleWords } from '../../src/history/panel/sampleWords.ts'
import { historyFile, type FileWords } from '../../src/history/panel/historyFile.ts'
import { doubtedCount, inAlarm, tableRows } from '../../src/history/panel/tableRows.ts'
import { clippedZoom } from '../../src/history/zoomParam.ts'

const today = '2026-11-21'
const T = 1_795_000_000_000

const fileWords: FileWords = {
  time: '时间',
  index: (name) => `${name} 指数`,
  level: (name) => `${name} 级别`,
  standard: (name) => `${name} 标准`,
  quality: (name) => `${name} 质量`,
  classOf: ({ level }) => `第 ${level} 级`,
  standardOf: ({ standard }) => standard,
  flag: (kind, value) => `${kind} ${value}`,
}
/** Nodes without legal limits. */
const plain = <T extends object>(nodes: readonly T[]) =>
  nodes.map((node) => ({ judge: null, beside: [], read: (raw: number) => raw, ...node }))

describe('readHistory', () => {
  it('reads the current response format', () => {
    const answer = {
      nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 3, node_script: 'value * 0.1' }],
      dataset: [{ nodemapid: 41, data: [[T, 350]] }],
      newObj: { 41: { min: 1, max: 9, avg: 5, last: 350 } },
    }
    expect(readHistory(answer)).toEqual([
      {
        id: 41,
        alias: 'PM2.5',
        unitname: 'µg/m³',
        registertype: 3,
        node_script: 'value * 0.1',
        times: [T],
        values: [350],
        min: 1,
        max: 9,
        avg: 5,
      },
    ])
  })

  it('reads an older format: values as text, times in seconds, newest first, only datasetArr', () => {
    const answer = {
      nodeArr: [{ id: '41', alias: 'PM2.5', unitname: null }],
      datasetArr: [[[String(T / 1000 + 60), '4'], [T / 1000, '2'], ['x', '1'], null]],
    }
    expect(readHistory(answer)).toEqual([
      {
        id: 41,
        alias: 'PM2.5',
        unitname: '',
        registertype: null,
        node_script: null,
        times: [T, T + 60_000],
        values: [2, 4],
        min: 2,
        max: 4,
        avg: 3,
      },
    ])
  })

  it('separates 9,999 flagged samples from the others and keeps their order', () => {
    const times = Array.from({ length: 10_000 }, (_, minute) => T + minute * 60_000)
    const [one] = readHistory({
      nodeArr: [{ id: 41, alias: 'PM2.5' }],
      datasetArr: [times.map((at) => [at, 7])],
      flags: times.slice(1).map((t) => ({ nodemapid: 41, t, value: 7, flag: 4, tests: ['flat_line'] })),
    })
    expect(one?.times).toEqual([T])
    expect(one?.beside?.map(({ at }) => at)).toEqual(times.slice(1))
  })

  it.each([null, [], 'x', { nodeArr: 'x' }, { nodeArr: [{ id: 0.5 }] }])('returns no nodes for %j', (answer) =>
    expect(readHistory(answer)).toEqual([]),
  )
})

const historyNodes = (history: readonly NodeHistory[]) => nodesOf(history, ['关', '开'])
const node = (given: Partial<NodeHistory> = {}): NodeHistory => ({
  id: 41,
  alias: 'PM2.5',
  unitname: 'µg/m³',
  registertype: 3,
  node_script: 'value * 0.1',
  times: [T, T + 60_000],
  values: [350, 450],
  min: 100,
  max: 500,
  avg: 300,
  ...given,
})

describe('node of a history', () => {
  it('applies its script to the samples, and to the totals if the script is linear', () => {
    const [shown] = historyNodes([node()])
    expect(shown?.line.values).toEqual([35, 45])
    expect([shown?.min, shown?.max, shown?.avg]).toEqual(['10.0', '50.0', '30.0'])
  })

  it.each([
    [null, ['100.0', '500.0', '—']],
    ['value * 0.1', ['10.0', '50.0', '—']],
    ['-value', ['−500.0', '−100.0', '—']],
    ['value * value', ['122,500', '202,500', '—']],
  ])('has minimum and maximum when the mean is unknown, with script %s', (node_script, totals) => {
    const [shown] = historyNodes([node({ node_script, avg: null })])
    expect([shown?.min, shown?.max, shown?.avg]).toEqual(totals)
  })

  it('is marked as a direction if it measures one', () => {
    const [wind, dust] = historyNodes([node({ direction: true }), node()])
    expect([wind?.line.isDirection, dust?.line.isDirection]).toEqual([true, undefined])
  })

  it('swaps minimum and maximum for a falling script', () => {
    const [shown] = historyNodes([node({ node_script: '-value' })])
    expect([shown?.min, shown?.max]).toEqual(['−500.0', '−100.0'])
  })

  it('takes minimum and maximum from the samples for a non-linear script', () => {
    const [shown] = historyNodes([node({ node_script: 'value * value' })])
    expect([shown?.min, shown?.max]).toEqual(['122,500', '202,500'])
  })

  it('has no line when its script returns text or cannot be compiled', () => {
    expect(historyNodes([node({ node_script: "value > 1 ? 'on' : 'off'" })])[0]).toMatchObject({
      drawable: false,
      line: { times: [] },
      min: '—',
    })
    expect(historyNodes([node({ node_script: 'no(' })])[0]?.drawable).toBe(false)
  })

  it('draws a switch in steps of 0 and 1, with labels, time on and no mean', () => {
    const times = [0, 60, 120, 180].map((minutes) => T + minutes * 60_000)
    const other = node({ id: 42, times: [T, T + 240 * 60_000], values: [1, 2] })
    const [fan] = historyNodes([node({ registertype: 1, node_script: null, times, values: [0, 1, 5, 0] }), other])
    expect(fan?.line).toMatchObject({ values: [0, 1, 1, 0], positions: ['关', '开'] })
    expect([fan?.min, fan?.max, fan?.avg, (fan?.on ?? 0) / 3_600_000]).toEqual(['—', '—', '—', 2])
    expect([fan && cellText(fan, 0), fan && cellText(fan, 1)]).toEqual(['关', '开'])
  })

  it('reads a switch through its script, with the texts of the script', () => {
    const [turned, named] = historyNodes([
      node({ registertype: 1, node_script: 'value > 0 ? 0 : 1', values: [0, 1] }),
      node({ registertype: 1, node_script: "value ? '运行' : '停止'", values: [0, 1] }),
    ])
    expect(turned?.line.values).toEqual([1, 0])
    expect([named?.line.values, named?.words]).toEqual([
      [0, 1],
      ['停止', '运行'],
    ])
  })

  it('counts no time on during a gap between samples', () => {
    const times = [0, 1, 2, 3, 60, 61].map((minutes) => T + minutes * 60_000)
    expect(historyNodes([node({ registertype: 1, node_script: null, times, values: [1, 1, 1, 1, 1, 0] })])[0]?.on).toBe(
      4 * 60_000,
    )
  })
})

describe('sampleWords', () => {
  const words = (times: number[], hours = 24) =>
    sampleWords(
      historyNodes([node({ times, values: times.map(() => 1) })]),
      { from: T, to: T + hours * 3_600_000 },
      (key, options) => `${key}${JSON.stringify(options)}`,
    )
  const minutes = (...list: number[]) => list.map((minute) => T + minute * 60_000)
  it('returns the number of samples with their interval, or the number of missing ones', () => {
    expect(words(minutes(0, 10, 20, 30))).toBe('history.samples{"count":4} · history.everyMinutes{"count":10}')
    expect(words(minutes(0, 10, 20, 60, 70))).toBe('history.samples{"count":5} · history.missing{"count":3}')
    expect(words(minutes(0, 10, 20, 30), 24 * 30)).toBe('')
    expect([words([]), words([T])]).toEqual(['', 'history.samples{"count":1}'])
  })
})

describe('history and node list without node types', () => {
  const live = [
    {
      id: 1,
      nodestatelist: [
        { id: 41, registertype: 3, node_script: 'value * 0.1' },
        { id: 42, registertype: 1, node_script: '' },
      ],
    },
  ]
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    'godbAllHistoricaldataByIdToJson/1/0/9': {
      nodeArr: [
        { id: 41, alias: 'PM2.5' },
        { id: 42, alias: '风扇' },
      ],
      datasetArr: [[[T, 864]], [[T, 1]]],
    },
    'godbNodemapByType/4': [
      { id: 41, alias: 'PM2.5' },
      { id: 42, alias: '风扇' },
    ],
    godbDeviceState: live,
  }
  beforeEach(() => {
    asked.length = 0
    forgetNodeKinds()
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
    vi.stubGlobal('fetch', async (url: string) => {
      const path = new URL(url, 'http://platform').pathname.replace('/v1/', '')
      asked.push(path)
      return new Response(
        JSON.stringify(path in answers ? { code: 0, msg: '', data: answers[path] } : { code: 403, msg: 'no' }),
      )
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('take type and script from the live state, requested once', async () => {
    const [history, nodes] = [await deviceHistory(1, { from: 0, to: 9 }), await nodemapsOf(4)]
    expect(history.map(({ registertype, node_script }) => [registertype, node_script])).toEqual([
      [3, 'value * 0.1'],
      [1, null],
    ])
    expect(nodes.map(({ registertype, node_script }) => [registertype, node_script])).toEqual([
      [3, 'value * 0.1'],
      [1, null],
    ])
    expect(historyNodes(history)[0]?.line.values).toEqual([86.4])
    expect(asked.filter((path) => path === 'godbDeviceState')).toHaveLength(1)
  })

  it('have null types when the live state cannot be read', async () => {
    const given = answers['godbDeviceState']
    delete answers['godbDeviceState']
    expect((await deviceHistory(1, { from: 0, to: 9 })).map(({ registertype }) => registertype)).toEqual([null, null])
    answers['godbDeviceState'] = given
  })

  it('do not request the live state when the platform sends the script', async () => {
    answers['godbNodemapByType/5'] = [{ id: 41, alias: 'PM2.5', registertype: 3, node_script: null }]
    expect((await nodemapsOf(5))[0]?.node_script).toBeNull()
    expect(asked).toEqual(['godbNodemapByType/5'])
  })
})

describe('sample table', () => {
  const nodes = historyNodes([
    node(),
    node({ id: 42, alias: '=cmd', unitname: '', node_script: null, times: [T], values: [-5] }),
  ])
  const lines = nodes.map(({ cells }) => cells)
  it('has one row per timestamp, newest first', () =>
    expect(tableRows(lines).map(({ values }) => values)).toEqual([
      [45, undefined],
      [35, -5],
    ]))
  it('marks values of the alarm’s node as in alarm, only while the alarm lasted', () => {
    const episodes = [{ from: T, to: T + 60_000, label: '上限', node: 41 }]
    expect([inAlarm(episodes, 41, T + 1), inAlarm(episodes, 42, T + 1), inAlarm(episodes, 41, T + 60_001)]).toEqual([
      true,
      false,
      false,
    ])
  })
  it('counts doubted values by the platform’s count, else by the flags', () => {
    const named = readHistory({
      nodeArr: [{ id: 41 }, { id: 42 }],
      flags: [41, 42].map((nodemapid) => ({ nodemapid, t: T, value: 7, flag: 4, tests: [] })),
      doubted: [{ nodemapid: 42, count: 34_000 }],
    })
    expect(doubtedCount(historyNodes(named))).toEqual({ count: 34_001, named: 2 })
  })
  it('shows the texts returned by a script', () => {
    const words = historyNodes([node({ node_script: "value > 400 ? 'on' : 'off'" })])
    expect(
      tableRows(words.map(({ cells }) => cells)).map(({ values }) => words[0] && cellText(words[0], values[0])),
    ).toEqual(['on', 'off'])
    expect(historyFile(plain(words), fileWords, new Zone('Asia/Shanghai')).split('\r\n')[2]).toMatch(/,off$/)
  })
  it('is exported as CSV with units and escaped formulas', () => {
    const csv = historyFile(plain(nodes), fileWords, new Zone('Asia/Shanghai'))
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      `时间,PM2.5 (µg/m³),'=cmd`,
      `${new Zone('Asia/Shanghai').full(T + 60_000)},45,`,
    ])
  })
})

describe('history page URL', () => {
  const read = (text: string) => readHistoryParams(new URLSearchParams(text), today)
  it('is read back as it was written', () => {
    const params = {
      area: 3,
      devices: [1, 2],
      period: 'range',
      day: '2026-11-15',
      until: '2026-11-21',
    } as const
    expect(read(String(writeHistoryParams(params)))).toEqual({ ...params, zoom: null, node: null })
  })

  it('omits the current day, so that the page moves on to the next one', () => {
    const params = { area: null, devices: [1], period: 'day', day: today, until: today } as const
    expect(writeHistoryParams(params, today).get('day')).toBeNull()
    expect(readHistoryParams(writeHistoryParams(params, today), '2026-12-24').day).toBe('2026-12-24')
    expect(writeHistoryParams({ ...params, day: '2026-11-01' }, today).get('day')).toBe('2026-11-01')
  })

  it('holds zoom and alarm node, drops an invalid zoom and clips it to the range', () => {
    const params = {
      area: null,
      devices: [1],
      period: 'day',
      day: today,
      until: today,
      zoom: { from: T, to: T + 60_000 },
      node: 41,
    } as const
    expect(read(String(writeHistoryParams(params)))).toEqual(params)
    for (const zoom of ['', '5', `${T}-${T}`, `${T + 1}-${T}`, `${T}-x`]) expect(read(`zoom=${zoom}`).zoom).toBeNull()
    const whole = { from: T, to: T + 100 }
    expect([
      clippedZoom({ from: T - 50, to: T + 50 }, whole),
      clippedZoom({ from: 1, to: 2 }, whole),
      clippedZoom(null, whole),
    ]).toEqual([{ from: T, to: T + 50 }, whole, whole])
  })

  it('is out of range in the future, for too many days or with the end before the start', () => {
    const chosen = (text: string) =>
      [read(text)].map((params) => [params.day, params.until, isInRange(params, today)])[0]
    expect(chosen('day=2027-01-01')).toEqual(['2027-01-01', '2027-01-01', false])
    expect(chosen('period=range&day=2026-01-01&until=2026-11-01')).toEqual(['2026-01-01', '2026-11-01', false])
    expect(chosen('period=range&day=2026-11-10&until=2026-11-01')).toEqual(['2026-11-10', '2026-11-01', false])
    expect(chosen('period=range&day=2026-10-22&until=2026-11-21')).toEqual(['2026-10-22', '2026-11-21', true])
    expect(chosen('period=month&day=2026-11-30')).toEqual(['2026-11-30', '2026-11-30', true])
    expect(selectedDays({ period: 'week', day: today, until: today }, today)).toEqual({
      first: '2026-11-16',
      last: today,
    })
    expect(selectedDays({ period: 'month', day: '2026-11-05', until: today }, today).last).toBe(today)
  })

  it('ignores invalid parameters', () => {
    expect(read('area=x&devices=1,b,1,-3&period=year&day=2026-02-31x&ask=2')).toEqual({
      area: null,
      devices: [1],
      period: 'day',
      day: today,
      until: today,
      zoom: null,
      node: null,
    })
  })

  it('covers a calendar day in the platform’s time zone', () => {
    expect(rangeOf({ period: 'day', day: '2026-03-29', until: '' }, new Zone('Europe/Berlin'), today)).toEqual({
      from: Date.UTC(2026, 2, 28, 23),
      to: Date.UTC(2026, 2, 29, 22) - 1,
    })
  })
})

describe('comparison page URL', () => {
  it('is read back as it was written, without duplicate items or an invalid month', () => {
    const params = {
      items: [
        { device: 1, nodemap: 5 },
        { device: 2, nodemap: 7 },
      ],
      month: '2026-10',
      submitted: true,
      zoom: { from: T, to: T + 60_000 },
    }
    expect(readCompareParams(writeCompareParams(params), '2026-11')).toEqual(params)
    expect(readCompareParams(new URLSearchParams('items=1.5,1.5,x,2&month=2026-13'), '2026-11')).toEqual({
      items: [{ device: 1, nodemap: 5 }],
      month: '2026-11',
      submitted: false,
      zoom: null,
    })
    expect(readCompareParams(new URLSearchParams('month=2027-01'), '2026-11').month).toBe('2027-01')
  })

  it('is ready with two items and a month', () => {
    const [one, two] = [
      { device: 1, nodemap: 5 },
      { device: 2, nodemap: 5 },
    ]
    expect([
      isReady({ items: [one], month: '2026-10' }),
      isReady({ items: [one, two], month: null }),
      isReady({ items: [one, two], month: '2026-10' }),
    ]).toEqual([false, false, true])
  })
})

it('history cells, totals and readout of a node use the same decimals', () => {
  const [node] = nodesOf(
    [
      {
        id: 1,
        alias: 'pH',
        unitname: '',
        registertype: 4,
        node_script: null,
        times: [1, 2, 3],
        values: [7.2, 7.27, 7],
        min: 7,
        max: 7.27,
        avg: 7.1566,
      },
    ],
    ['关', '开'],
  )
  if (!node) throw new Error('no node')
  expect(node.cells.values.map((value) => cellText(node, value))).toEqual(['7.20', '7.27', '7.00'])
  expect(node.line.values.map((value) => valueText(node.line, value))).toEqual(['7.20', '7.27', '7.00'])
  expect([node.min, node.max, node.avg]).toEqual(['7.00', '7.27', '7.16'])
})
