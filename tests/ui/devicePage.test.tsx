// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import { WaitingActs } from '../../src/alarms/WaitingActs.tsx'
import { POLL_INTERVAL_MS } from '../../src/device/useTake.ts'
import { episode } from './inboxWorld.tsx'
import { deviceRow, nodeRow, openMonitor, Refused, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

const now = Date.now()
const record = (id: number, alert_level: number, given: object = {}) => ({
  id,
  alarm_time: now - id * MINUTE,
  alarm_msg: `超标 ${id}`,
  alert_level,
  is_alarm: 1,
  alarm_state: 0,
  device_id: 1,
  ...given,
})

let platform: LivePlatform
let extensions: string[]
beforeEach(() => {
  platform = startLivePlatform()
  extensions = ['alarmwork']
  platform.devices = [deviceRow(1, { thre_list: [31] })]
  platform.answers.set('capabilities', () => ({ extensions }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const records = (...list: object[]) =>
  platform.answers.set('godbThresholdlogByTimeOrId', () => ({ list, total: list.length }))
const card = async () => within(await screen.findByRole('region', { name: '报警' }))
/** Path and parameters of a link. */
const leadsTo = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://console')
  const { filter = '{}', ...opened } = Object.fromEntries(searchParams)
  return { pathname, filter: JSON.parse(filter) as object, opened }
}
const pathname = '/monitor/threoldManage'

describe('QR code of a device', () => {
  it('shows a notice when no phone can reach the address', async () => {
    await openMonitor('/device/1')
    fireEvent.click(await screen.findByRole('button', { name: '二维码' }))
    const code = within(await screen.findByRole('dialog', { name: /^二维码/ }))
    // Tests run at an address of this computer.
    await code.findByText(/是本机地址/)
    expect(code.getByText(/^http:\/\/localhost.*\/device\/1$/)).toBeTruthy()
  })
})

describe('open alarms of a device', () => {
  it('show the 3 most severe, newest first within a level, with links to the inbox', async () => {
    records(record(1, 3), record(2, 3), record(3, 1), record(4, 2), record(5, 2, { is_alarm: 0 }))
    await openMonitor('/device/1')
    const alarms = await card()
    await alarms.findByText('超标 3')
    expect(alarms.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)).toEqual([
      '超标 3',
      '超标 4',
      '超标 1',
    ])
    // The shape has no visible text for the level: its accessible name says it.
    expect(alarms.getAllByRole('img').map((shape) => shape.getAttribute('aria-label'))).toEqual([
      '紧急',
      '严重',
      '一般',
    ])
    expect(alarms.getByText('另有 1 起')).toBeTruthy()
    const filter = { device: 1, view: 'all' }
    await waitFor(() =>
      expect(leadsTo(alarms.getByRole('link', { name: '处理: 超标 4' }))).toEqual({
        pathname,
        filter,
        opened: { detail: '4' },
      }),
    )
    const all = alarms.getByRole('link', { name: '这台设备的全部报警' })
    expect(leadsTo(all)).toEqual({ pathname, filter, opened: {} })
  })

  it('can be acknowledged once if nobody has taken them', async () => {
    records(record(1, 1), record(2, 2))
    platform.answers.set('episodes', () => ({ list: [episode(2, { version: 7 })], total: 1 }))
    await openMonitor('/device/1')
    const alarms = await card()
    fireEvent.click(await alarms.findByRole('button', { name: '接手: 超标 2' }))
    expect(document.activeElement).toBe(alarms.getByRole('link', { name: '处理: 超标 2' }))
    await waitFor(() => expect(alarms.queryByRole('button')).toBeNull())
    const kept = Object.keys(localStorage).filter((name) => name.startsWith('alarm-acts.'))
    const acts = kept.map((name): unknown => JSON.parse(localStorage.getItem(name) ?? ''))
    expect(acts).toMatchObject([{ ids: [2], act: 'acknowledge', sent: { version: 7 } }])
    // The act was sent but the list was not refreshed yet: meanwhile it is not offered again.
    for (const name of kept) localStorage.removeItem(name)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: kept[0] ?? null, newValue: null })))
    expect(alarms.queryByRole('button')).toBeNull()
  })

  it('show the assignee, and cannot be acknowledged after a colleague was faster', async () => {
    records(record(1, 1), record(2, 2))
    const taken = [episode(1, { work: 'acknowledged', assignee_id: 8, assignee_name: '李工' })]
    let waiting = [episode(2, { version: 7 })]
    platform.answers.set('episodes', (_, query) => ({ list: query.get('state') === 'new' ? waiting : taken }))
    platform.answers.set('episodes/2/acknowledge', () => {
      waiting = []
      taken.push(episode(2, { work: 'acknowledged', assignee_id: 9, assignee_name: '王工', version: 8 }))
      return new Refused(409, '王工已经接手')
    })
    await openMonitor('/device/1', null, <WaitingActs />)
    const alarms = await card()
    await alarms.findByText(/ · 负责人：李工$/)
    expect(alarms.queryByRole('button', { name: '接手: 超标 1' })).toBeNull()
    fireEvent.click(alarms.getByRole('button', { name: '接手: 超标 2' }))
    await alarms.findByText(/ · 负责人：王工$/)
    expect(alarms.queryByRole('button')).toBeNull()
  })

  it('can be acknowledged again after a rejection if nobody was faster', async () => {
    records(record(2, 2))
    const waiting = [episode(2, { version: 7 })]
    platform.answers.set('episodes', (_, query) => ({ list: query.get('state') === 'new' ? waiting : [] }))
    let refusals = 0
    platform.answers.set('episodes/2/acknowledge', () => {
      refusals++
      return new Refused(400, '暂时不能接手')
    })
    await openMonitor('/device/1', null, <WaitingActs />)
    const alarms = await card()
    fireEvent.click(await alarms.findByRole('button', { name: '接手: 超标 2' }))
    expect(alarms.queryByRole('button')).toBeNull()
    await waitFor(() => expect(refusals).toBe(1))
    await alarms.findByRole('button', { name: '接手: 超标 2' })
  })

  it('are polled for acknowledgements by colleagues', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    records(record(2, 2))
    let waiting = [episode(2)]
    platform.answers.set('episodes', (_, query) => ({ list: query.get('state') === 'new' ? waiting : [] }))
    await openMonitor('/device/1')
    const alarms = await card()
    await alarms.findByRole('button', { name: '接手: 超标 2' })
    waiting = []
    await act(() => vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS))
    await waitFor(() => expect(alarms.queryByRole('button')).toBeNull())
  })

  it('link to the records of their day without the alarmwork extension', async () => {
    extensions = []
    records(record(1, 3))
    await openMonitor('/device/1')
    const alarms = await card()
    const { filter, opened } = leadsTo(await alarms.findByRole('link', { name: '处理: 超标 1' }))
    expect([filter, opened]).toMatchObject([{ device: 1, states: ['open'] }, { handle: '1' }])
    expect(leadsTo(alarms.getByRole('link', { name: '这台设备的全部报警' })).filter).toEqual({ device: 1 })
  })

  it('are neither requested nor linked without permission', async () => {
    await openMonitor('/device/1', ['2-1'])
    expect((await card()).queryByRole('link')).toBeNull()
    expect(platform.sent.some(({ path }) => path === 'godbThresholdlogByTimeOrId')).toBe(false)
  })

  it('if there are none, the card shows since when, and links to former alarms', async () => {
    platform.devices = [deviceRow(1)]
    records(record(1, 3, { is_alarm: 0, alarm_state: 2 }))
    await openMonitor('/device/1')
    await screen.findByText(/^自 .* 起无报警$/)
    expect(screen.getByRole('link', { name: '这台设备的全部报警' })).toBeTruthy()
  })

  const quiet = () => document.querySelector<HTMLElement>('[data-part="quiet"]')
  const watching = { id: 4, name: '颗粒物', enable: 1, nodemap_id: 41, calc: 'value', com_oper: 0, params_x: 75 }

  it.each([
    ['that there are no alarms if a rule watches the device', {}, [watching], '没有报警没有报警记录', true],
    ['that no rule watches the device', {}, [], '没有规则监视这台设备', false],
    [
      'that no rule watches the device if all rules are disabled',
      {},
      [{ ...watching, enable: 0 }],
      '没有规则监视这台设备',
      false,
    ],
    ['that the device is offline', { deviceisonline: 0 }, [watching], /^离线 · 最后数据/, false],
    ['that the device is disabled', { control_state: 1 }, [watching], '已停用', false],
  ])('if there are none, the card shows %s', async (_, given, rules, words, watched) => {
    platform.devices = [deviceRow(1, given)]
    platform.answers.set('deviceRules', () => rules)
    records()
    await openMonitor('/device/1')
    await waitFor(() => {
      expect(quiet()?.textContent).toMatch(words)
      expect(quiet()?.dataset['watched'] === 'true').toBe(watched)
    })
  })

  it('if there are none, the card shows nothing without permission for alarms', async () => {
    platform.devices = [deviceRow(1)]
    await openMonitor('/device/1', ['2-1'])
    await screen.findByRole('region', { name: '在线与数据质量' })
    expect(quiet()).toBeNull()
  })
})

it('device page shows the online share, or "unknown" without records', async () => {
  const history = 'godbDeviceOnlineByIdOrCount/1/60'
  platform.answers.set(history, () => [{ time: now - 48 * 60 * MINUTE, state: 1 }])
  const { unmount } = await openMonitor('/device/1')
  const region = async () => within(await screen.findByRole('region', { name: '在线与数据质量' }))
  expect(await (await region()).findByRole('img', { name: '在线 100 %、离线 0 %' })).toBeTruthy()
  unmount()
  platform.answers.set(history, () => [])
  platform.devices = [deviceRow(1, { deviceisonline: null })]
  await openMonitor('/device/1')
  expect(await (await region()).findByText('未知')).toBeTruthy()
  expect((await region()).queryByRole('img')).toBeNull()
})

it('device page shows for how much of the day the device was online but sent no data', async () => {
  const at = Date.now()
  // Every ten minutes until 12 h 5 min ago.
  const samples = Array.from({ length: 72 }, (_, index) => [at - (1435 - index * 10) * MINUTE, 350])
  const nodeArr = [{ id: 41, alias: '节点 41', unitname: 'µg/m³', registertype: 3, node_script: '' }]
  const live = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('godbAllHistoricaldataByIdToJson')
      ? Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: { nodeArr, datasetArr: [samples] } })))
      : live(url, init),
  )
  platform.answers.set('godbDeviceOnlineByIdOrCount/1/60', () => [{ time: at - 48 * 60 * MINUTE, state: 1 }])
  await openMonitor('/device/1')
  expect(await screen.findByRole('img', { name: '在线 50 %、在线但无数据 50 %、离线 0 %' })).toBeTruthy()
})

it('device page shows the interfaces that push its data, or "unknown" when they cannot be loaded', async () => {
  const path = 'godbNorthInterface'
  const row = async () => (await screen.findByText('推送')).parentElement
  platform.answers.set(path, () => new Refused(503, '维护中'))
  const failed = await openMonitor('/device/1')
  await waitFor(async () => expect((await row())?.textContent).toBe('推送未知'))
  failed.unmount()
  platform.answers.set(path, () => ({ list: [{ id: 3, name: '省平台', dev_list: '2' }], total: 1 }))
  const none = await openMonitor('/device/1')
  await waitFor(async () => expect((await row())?.textContent).toBe('推送没有接口推送它的数据'))
  none.unmount()
  platform.answers.set(path, () => ({ list: [{ id: 3, name: '省平台', dev_list: '1,2' }], total: 1 }))
  const pushed = await openMonitor('/device/1')
  await waitFor(async () => expect((await row())?.textContent).toBe('推送省平台'))
  pushed.unmount()
  await openMonitor('/device/1', ['2-1'])
  await screen.findByRole('region', { name: '接入' })
  expect(screen.queryByText('推送')).toBeNull()
})

it('device page shows an old value’s class in grey, and none for an offline device or in maintenance', async () => {
  extensions = ['environment', 'environment-measures']
  platform.answers.set('environment', () => [])
  platform.answers.set('environment/measures', () => ({
    nodes: [
      { id: 41, pollutant: 'pm25' },
      { id: 42, pollutant: 'pm10' },
      { id: 43, pollutant: 'leq' },
    ],
    devices: [],
    projects: [],
  }))
  const old = { lastdata: { historydata: 400, insertdate: now - 13.7 * MINUTE } }
  const nodestatelist = [nodeRow(41, 400, old), nodeRow(42, 400), nodeRow(43, 500, { unitname: 'dB' })]
  const chips = () =>
    [...document.querySelectorAll('[data-part="class-chip"]')].map(
      (chip) => `${chip.getAttribute('data-verdict') ?? 'grey'} ${chip.getAttribute('title')}`,
    )
  /** Accessible text of the classes. */
  const read = () =>
    [...document.querySelectorAll('[data-part="class-chip"]')].map((chip) => chip.parentElement?.textContent)
  const law = String.raw`1 小时 · HJ 633-\d{4}$`
  const cases: [given: object, told: RegExp[]][] = [
    [{}, [new RegExp(`^grey 滞后\n${law}`), new RegExp(`^a\\d ${law}`)]],
    [{ deviceisonline: 0 }, []],
    [{ maintenance_until: now + 60 * MINUTE }, []],
  ]
  for (const [given, told] of cases) {
    platform.devices = [deviceRow(1, { nodestatelist, ...given })]
    const { unmount } = await openMonitor('/device/1')
    // The kind of place appears together with the measured quantities.
    await screen.findByText('监测点类型')
    await waitFor(() => expect(chips()).toEqual(told.map((one) => expect.stringMatching(one) as string)))
    expect(read().map((words) => words?.endsWith('滞后'))).toEqual(told.map((_, at) => at === 0))
    unmount()
  }
})

it('device page labels a data rate below 90 %, and does not round it up', async () => {
  extensions = ['quality']
  platform.answers.set('quality', () => [{ expected: 10_000, received: 9500, intime: 9000, valid: 8996 }])
  await openMonitor('/device/1')
  const low = await screen.findByRole('img', { name: '低于 90 %' })
  expect(low.closest('dd')?.textContent).toMatch(/^89\.9 %/)
  const region = within(screen.getByRole('region', { name: '在线与数据质量' }))
  expect(region.getAllByRole('definition').map(({ textContent }) => textContent?.split('%')[0])).toEqual([
    '95.0 ',
    '90.0 ',
    '89.9 ',
  ])
})

it.each([
  [4000, '95.0 %未被标记 9,500 · 其中应收 4,000 的节点未检验'],
  [10_000, '—未被标记 9,500 · 其中应收 10,000 的节点未检验'],
])('device page shows that %i expected values were not tested for validity', async (untested, words) => {
  extensions = ['quality']
  platform.answers.set('quality', () => [{ expected: 10_000, received: 9500, intime: 9500, valid: 9500, untested }])
  await openMonitor('/device/1')
  const region = within(await screen.findByRole('region', { name: '在线与数据质量' }))
  const texts = (await region.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(texts[2]).toBe(words)
  expect(texts[0]).toMatch(/^95\.0 %/)
})

describe('rules of a device', () => {
  const rule = { enable: 1, nodemap_id: 41, limit_scale: 1, alert_level: 2 }
  const ofClass = { ...rule, id: 5, name: '污染', calc: 'class', com_oper: 1, params_x: 3 }
  const lineOf = async (name: string) => (await screen.findByRole('link', { name })).parentElement?.textContent

  it.each([
    ['normal', {}, '正常'],
    ['unknown if the device is offline', { deviceisonline: 0 }, '未知'],
    [
      'unknown if the node has never sent a value',
      { nodestatelist: [nodeRow(41, 1, { lastdata: null }), nodeRow(42, 1)] },
      '未知',
    ],
    ['firing during an alarm even if the device is offline', { deviceisonline: 0, thre_list: [4] }, '触发中'],
  ])('are shown as %s', async (_, given, word) => {
    platform.devices = [deviceRow(1, given)]
    platform.answers.set('deviceRules', () => [
      { ...rule, id: 4, name: '颗粒物', calc: 'value', com_oper: 0, params_x: 75 },
    ])
    await openMonitor('/device/1')
    const line = (await screen.findByRole('link', { name: '颗粒物' })).closest('li')
    expect(line?.querySelector('[data-state]')?.textContent).toBe(word)
  })

  it('show the node with their limit, and a class or an index without a unit', async () => {
    platform.answers.set('deviceRules', () => [
      { ...rule, id: 4, name: '颗粒物', calc: 'value', com_oper: 0, params_x: 75 },
      ofClass,
      { ...rule, id: 6, name: '指数', calc: 'index', com_oper: 0, params_x: 150 },
    ])
    await openMonitor('/device/1')
    expect(await lineOf('颗粒物')).toBe('颗粒物节点 41 > 75.0 µg/m³')
    expect(await lineOf('污染')).toBe('污染节点 41 ≥ 3')
    expect(await lineOf('指数')).toBe('指数节点 41 指数 > 150')
  })

  it('show until when they are under maintenance', async () => {
    const watched = { ...rule, calc: 'value', com_oper: 0, params_x: 75 }
    const maintenance_until = now + 60 * MINUTE
    platform.answers.set('deviceRules', () => [
      { ...watched, id: 4, name: '检修', maintenance_until },
      { ...watched, id: 5, name: '平常', maintenance_until: null },
    ])
    await openMonitor('/device/1')
    expect(await lineOf('检修')).toMatch(/^检修 维护至 .+ · 节点 41 > 75\.0 µg\/m³$/)
    expect(await lineOf('平常')).toBe('平常节点 41 > 75.0 µg/m³')
  })

  it.each([
    [7, '轻度污染 (3)'],
    [8, '对敏感人群不健康 (3)'],
  ])('name a class by the scheme of project %i: %s', async (project_id, word) => {
    extensions = ['environment-measures']
    platform.devices = [deviceRow(1, { project_id })]
    platform.answers.set('environment/measures', () => ({
      nodes: [{ id: 41, pollutant: 'pm25', model: 4, unit: 'µg/m³' }],
      devices: [],
      projects: [{ id: 8, scheme: 'USAQI' }],
    }))
    platform.answers.set('deviceRules', () => [ofClass])
    await openMonitor('/device/1')
    await waitFor(async () => expect(await lineOf('污染')).toBe(`污染节点 41 ≥ ${word}`))
  })
})
