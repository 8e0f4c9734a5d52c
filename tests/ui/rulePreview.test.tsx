// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { nearestOf, placesOn, rounded, scaleOf, stepOf } from '../../src/alarms/rule/preview/scale.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed } from './namedCalls.ts'

const threshold = resourceOf('alarmConfig/threshold')
let platform: FakePlatform
/** How long the device would have been in alarm, ms. */
let times: { total?: number; longest?: number }
/** The rules of the backtest requests, in order. */
const asked = (): Values[] =>
  platform.sent.filter(({ path }) => path === 'alarmBacktest').map(({ body }) => (body as { rule: Values }).rule)

beforeAll(() => import('../../src/alarms/rule/ThresholdForm.tsx'))
beforeEach(() => {
  forgetCapabilities()
  times = { total: 9_000_000, longest: 2_700_000 }
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1, project_id: 1 }])
  platform.rows.set('godbDevicetype', [{ id: 1, name: '空气站' }])
  platform.rows.set('godbDevice', [{ id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 }])
  answerNamed(platform, () => ({
    capabilities: () => ({ code: 0, data: { extensions: ['alarm-backtest', 'alarm-rules', 'escalation', 'points'] } }),
    godbNodemapByType: () => ({ code: 0, data: [{ id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }] }),
    godbAlarminfoByProId: () => ({ code: 0, data: [] }),
    godbAllHistoricaldataById: () => ({ code: 0, data: history }),
  }))
  platform.refuse = ({ path, body }) => {
    const { rule, from } = body as { rule: Values; from: number }
    return path === 'alarmBacktest' ? { status: 200, code: 0, msg: '', data: backtest(rule, from) } : null
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const now = Date.now()
const history = [0, 50, 100, 50].map((value, at) => ({
  nodemapid: 21,
  deviceid: 11,
  insertdate: now - 3_600_000 + at * 60_000,
  historydata: String(value),
}))

/** Answers a backtest: the lower the limit, the more alarms. */
function backtest(rule: Values, start: number) {
  const count = 100 - Number(rule['params_x'])
  return {
    start,
    end: now,
    judged: 44,
    added: 2,
    min: 0,
    max: 100,
    fired: [{ id: 11, name: '空气一号', count, ...times, episodes: [] }],
    left_out: [],
    episodes: count,
    episodes_without: count + 87,
    devices: 1,
    messages: 84,
    sms: 26,
    perDay: [
      { day: '2026-11-20', levels: {} },
      { day: '2026-11-21', levels: { 3: count - 5, 2: 5 } },
    ],
  }
}

async function openRule(change: Values = {}) {
  const rule: Values = {
    id: 7,
    name: '规则一',
    project_id: 1,
    district_id: 4,
    device_list: '11',
    nodemap_id: 21,
    com_oper: 0,
    params_x: 75,
    hold_time: 10,
    alarm_interval: 0,
    alert_level: 3,
    enable: 1,
    alarm_msg: '超标',
    enable_back: 0,
    enable_ganged: 0,
    ...change,
  }
  platform.rows.set('godbThreshold', [rule])
  await openScreen(threshold, '/alarmConfig/threshold/7')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/^阈值名称/)
  return within(dialog)
}

describe('rule preview', () => {
  it('shows backtest figures as tiles, with messages counted by the escalation', async () => {
    const dialog = await openRule({ escalation_id: 4 })
    const tiles = async () => {
      const found = await dialog.findAllByRole('term')
      return found.map((term) => term.parentElement?.textContent)
    }
    expect(await tiles()).toEqual([
      '会触发（次）25',
      '涉及设备1共 44 台',
      '会发出的消息84其中短信 26 条',
      '平均每天（次）12.511-21 最多，25 次',
      '回差省下（次）87无回差为 112 次',
    ])
    const bars = dialog.getByRole('img', { name: '每天触发的次数，最多 25 次；11-21: 25' })
    expect(bars.closest('figure')?.querySelector('figcaption')?.textContent).toBe('每天几次 一般 20 严重 5')
    expect(dialog.getByText(/消息数按报警无人接手计算/)).toBeTruthy()
    expect(asked()[0]).toMatchObject({ escalation_id: 4 })
  })

  it('shows how many devices of a scope were created recently', async () => {
    const dialog = await openRule({ scope: '{"model":1}' })
    expect(await dialog.findByText('· 近 30 天新建 2 台')).toBeTruthy()
    fireEvent.click(dialog.getByRole('radio', { name: '7 天' }))
    await waitFor(() => expect(dialog.getByText('· 近 7 天新建 2 台')).toBeTruthy())
    const known = platform.refuse
    platform.refuse = (request) => {
      const answer = known(request)
      return answer && { ...answer, data: { ...(answer.data as object), added: undefined } }
    }
    fireEvent.change(dialog.getByLabelText(/^限值/), { target: { value: '80' } })
    await waitFor(() => expect(dialog.queryByText(/天新建/)).toBeNull())
  })

  it('omits durations that the platform does not provide', async () => {
    times = { total: 9_000_000 }
    const dialog = await openRule()
    await dialog.findByText(/最多，25 次/)
    expect(dialog.queryByText(/报警共持续/)).toBeNull()
    const devices = await dialog.findByRole('list', { name: '会触发的设备' })
    expect(devices.textContent).toContain('空气一号25 次共 2 小时')
    expect(devices.textContent).not.toContain('最长')
  })

  it('lists alarms per device and charts the chosen device', async () => {
    platform.rows.set('godbDevice', [
      { id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 },
      { id: 12, name: '空气二号', devicetype_id: 1, project_id: 1, district_id: 4 },
    ])
    const dialog = await openRule({ device_list: '12,11' })
    const devices = await dialog.findByRole('list', { name: '会触发的设备' })
    expect(devices.textContent).toContain('空气一号25 次共 2 小时最长 45 分钟')
    expect(await dialog.findByText('空气一号 的过去 30 天')).toBeTruthy()
    expect(devices.querySelector('[aria-current]')?.textContent).toContain('空气一号')
    const other = await dialog.findByRole<HTMLInputElement>('combobox', { name: '看哪台设备的曲线' })
    expect(other.value).toBe('空气一号')
    fireEvent.mouseDown(other)
    // Devices that fired come first.
    const offered = await screen.findAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['空气一号', '空气二号'])
    fireEvent.click(offered[1] as HTMLElement)
    expect(await dialog.findByText('空气二号 的过去 30 天')).toBeTruthy()
    expect(devices.querySelector('[aria-current]')).toBeNull()
    // The chosen device stays chosen while limits change.
    const field = await dialog.findByLabelText<HTMLInputElement>(/^限值/)
    fireEvent.change(field, { target: { value: '80' } })
    await dialog.findByText(/最多，20 次/)
    expect(dialog.getByText('空气二号 的过去 30 天')).toBeTruthy()
  })

  it('keeps the device of the chart while a limit is moved, even if another one fires more often', async () => {
    platform.rows.set('godbDevice', [
      { id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 },
      { id: 12, name: '空气二号', devicetype_id: 1, project_id: 1, district_id: 4 },
    ])
    const known = platform.refuse
    platform.refuse = (request) => {
      const answer = known(request)
      const limit = Number((request.body as { rule?: Values }).rule?.['params_x'])
      const second = { id: 12, name: '空气二号', count: 90, ...times, episodes: [] }
      if (!answer || limit < 76) return answer
      const data = answer.data as { fired: object[] }
      return { ...answer, data: { ...data, fired: [second, ...data.fired] } }
    }
    const dialog = await openRule({ device_list: '11,12' })
    expect(await dialog.findByText('空气一号 的过去 30 天')).toBeTruthy()
    const handle = await dialog.findByRole('slider', { name: '移动限值' })
    // The count known when the handle is grasped is the basis of the comparison.
    await dialog.findByText(/最多，25 次/)
    await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toBe('75 µg/m³'))
    fireEvent.focus(handle)
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect(await dialog.findByText('↑ 89，较 75 µg/m³ 时')).toBeTruthy()
    expect(dialog.getByText('空气一号 的过去 30 天')).toBeTruthy()
    expect(dialog.getByRole('slider', { name: '移动限值' })).toBe(handle)
  })

  it('shows total and longest alarm time, units of limits, and a span of 30 or 7 days', async () => {
    const dialog = await openRule()
    const status = await dialog.findByText(/报警共持续/)
    expect(status.textContent).toContain('报警共持续 2 小时，最长一次 45 分钟')
    // The end lies on the current day, so the date is shown: a time alone would be read as the first day's.
    expect(status.textContent).toMatch(/^\d{4}-\d\d-\d\d [\d:]{8} 至 \d{4}-\d\d-\d\d [\d:]{8}/)
    for (const label of [/^限值/, /^回差/]) {
      const field = await dialog.findByLabelText(label)
      await waitFor(() => expect(field.parentElement?.textContent).toBe('µg/m³'))
    }
    await dialog.findByText(/最多，25 次/)
    fireEvent.click(dialog.getByRole('radio', { name: '7 天' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    const spans = platform.sent
      .filter(({ path }) => path === 'alarmBacktest')
      .map(({ body }) => body as { from: number; to: number })
    expect(spans.map(({ from, to }) => (to - from) / 86_400_000)).toEqual([30, 7])
    // The curve over which the limit is moved changes its span too.
    expect(await dialog.findByText('空气一号 的过去 7 天')).toBeTruthy()
  })

  it('charts only the last 24 h when the platform lacks the points extension', async () => {
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions: ['alarm-backtest', 'alarm-rules'] } }),
    }))
    const dialog = await openRule()
    expect(await dialog.findByText('空气一号 的过去 24 小时')).toBeTruthy()
  })

  it('moves the limit with keys, updates form, chart and backtest, and restores it on Escape', async () => {
    const dialog = await openRule()
    const handle = await dialog.findByRole('slider', { name: '移动限值' })
    await dialog.findByText(/最多，25 次/)
    const field = await dialog.findByLabelText<HTMLInputElement>(/^限值/)
    await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toBe('75 µg/m³'))
    fireEvent.focus(handle)
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect([field.value, handle.getAttribute('aria-valuenow')]).toEqual(['76', '76'])
    fireEvent.keyDown(handle, { key: 'ArrowDown', shiftKey: true })
    expect(field.value).toBe('66')
    fireEvent.keyDown(handle, { key: 'PageUp' })
    fireEvent.keyDown(handle, { key: 'ArrowUp', shiftKey: true })
    expect(field.value).toBe('86')
    // Old and new limit, and their counts once they are known.
    expect(await dialog.findByText(/75 → 86 µg\/m³ · 25 → 14 次/)).toBeTruthy()
    expect(await dialog.findByText('↓ 11，较 75 µg/m³ 时')).toBeTruthy()
    expect(asked().map((sent) => Number(sent['params_x']))).toEqual([75, 86])
    expect(fireEvent.keyDown(handle, { key: 'Escape' })).toBe(false)
    expect(field.value).toBe('75')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await waitFor(() => expect(dialog.queryByText(/，较 /)).toBeNull())
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    expect(await dialog.findByText('↑ 1，较 75 µg/m³ 时')).toBeTruthy()
    fireEvent.blur(handle)
    await waitFor(() => expect(dialog.queryByText(/，较 /)).toBeNull())
    // The field moves the handle too.
    fireEvent.change(field, { target: { value: '80' } })
    expect(handle.getAttribute('aria-valuenow')).toBe('80')
  })

  it('compares with the initial limit once its delayed backtest arrives', async () => {
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    let calls = 0
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await plain(url, init)
      if (url.includes('alarmBacktest') && calls++ === 0) await late
      return answer
    })
    const dialog = await openRule()
    const handle = await dialog.findByRole('slider', { name: '移动限值' })
    await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toBe('75 µg/m³'))
    await waitFor(() => expect(asked()).toHaveLength(1))
    fireEvent.focus(handle)
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    await dialog.findByText(/最多，24 次/)
    expect(dialog.queryByText(/，较 /)).toBeNull()
    release()
    expect(await dialog.findByText('↓ 1，较 75 µg/m³ 时')).toBeTruthy()
    expect(asked().map((sent) => Number(sent['params_x']))).toEqual([75, 76])
  })

  it('moves the limit with the pointer on a fixed scale', async () => {
    const dialog = await openRule()
    const handle = await dialog.findByRole('slider', { name: '移动限值' })
    await dialog.findByText(/最多，25 次/)
    const field = await dialog.findByLabelText<HTMLInputElement>(/^限值/)
    const plot = handle.parentElement as HTMLElement
    plot.getBoundingClientRect = () => ({ height: 120 }) as DOMRect
    // -10 to 110 over 120 px.
    fireEvent.pointerDown(handle, { button: 0, clientY: 50, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 80, pointerId: 1 })
    await waitFor(() => expect(field.value).toBe('45'))
    fireEvent.pointerMove(handle, { clientY: -500, pointerId: 1 })
    await waitFor(() => expect(field.value).toBe('110'))
    fireEvent.pointerUp(handle, { pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 80, pointerId: 1 })
    expect(field.value).toBe('110')
  })

  it('moves the limit of each level with its own handle', async () => {
    const dialog = await openRule({ limits: '{"3":60,"2":75,"tell":{"2":[4]}}', params_x: 60 })
    const worse = await dialog.findByRole('slider', { name: '移动严重' })
    fireEvent.focus(worse)
    fireEvent.keyDown(worse, { key: 'ArrowUp' })
    const row = (await dialog.findByRole('textbox', { name: '严重 限值' })) as HTMLInputElement
    expect(row.value).toBe('76')
    await waitFor(() => expect(asked().at(-1)?.['limits']).toBe('{"2":76,"3":60,"tell":{"2":[4]}}'))
    fireEvent.keyDown(dialog.getAllByRole('slider')[1] as HTMLElement, { key: 'ArrowDown' })
    await waitFor(() => expect(Number(asked().at(-1)?.['params_x'])).toBe(59))
  })

  /** Each level with its count, once the form is drawn. */
  const countsIn = (dialog: Awaited<ReturnType<typeof openRule>>): string[] => {
    const table = dialog.getByRole('columnheader', { name: '会触发（次）' }).closest('table')
    const rows = [...(table?.querySelectorAll('tbody tr') ?? [])]
    return rows.map(({ children }) => `${children[0]?.textContent.trim()} ${children[2]?.textContent}`)
  }

  it('shows the alarm count of each level next to its limit', async () => {
    const dialog = await openRule({ limits: '{"3":60,"2":75,"1":90}', params_x: 60 })
    await waitFor(() => expect(countsIn(dialog)).toEqual(['预警 ', '一般 35', '严重 5', '紧急 0']))
    // The count of a new level is still unknown.
    fireEvent.change(dialog.getByRole('textbox', { name: '预警 限值' }), { target: { value: '50' } })
    expect(countsIn(dialog)[0]).toBe('预警 —')
    await waitFor(() => expect(countsIn(dialog)).toEqual(['预警 0', '一般 45', '严重 5', '紧急 0']))
  })

  it('keeps the count column while the backtest fails', async () => {
    const known = platform.refuse
    let down = true
    platform.refuse = (request) =>
      down && request.path === 'alarmBacktest' ? { status: 400, code: 400, msg: '维护中' } : known(request)
    const dialog = await openRule({ limits: '{"3":60,"2":75}', params_x: 60 })
    await dialog.findByText('维护中')
    expect(countsIn(dialog)).toEqual(['预警 ', '一般 —', '严重 —', '紧急 '])
    down = false
    fireEvent.change(dialog.getByRole('textbox', { name: '严重 限值' }), { target: { value: '80' } })
    await waitFor(() => expect(countsIn(dialog)).toEqual(['预警 ', '一般 35', '严重 5', '紧急 ']))
  })

  it('shows counts as minimum and zero as unknown when devices were left out', async () => {
    const known = platform.refuse
    platform.refuse = (request) => {
      const answer = known(request)
      return (
        answer && {
          ...answer,
          data: { ...(answer.data as object), left_out: [{ id: 9, name: '站 9', reason: 'cap' }] },
        }
      )
    }
    const dialog = await openRule({ limits: '{"3":60,"2":75,"1":90}', params_x: 60 })
    await waitFor(() => expect(countsIn(dialog)).toEqual(['预警 ', '一般 ≥ 35', '严重 ≥ 5', '紧急 —']))
  })

  it('shows no counts by level when the platform does not provide them', async () => {
    const known = platform.refuse
    platform.refuse = (request) => {
      const answer = known(request)
      return answer && { ...answer, data: { ...(answer.data as object), perDay: undefined } }
    }
    const dialog = await openRule({ limits: '{"3":60,"2":75}', params_x: 60 })
    await dialog.findByText(/台设备中有/)
    expect(await dialog.findByRole('textbox', { name: '严重 限值' })).toBeTruthy()
    expect(dialog.queryByRole('columnheader', { name: '会触发（次）' })).toBeNull()
  })

  it('moves each night limit with its own handle', async () => {
    const night = { from: '22:00', to: '06:00', 2: 65, 3: 55 }
    const dialog = await openRule({ limits: JSON.stringify({ 2: 75, 3: 60, night }), params_x: 60 })
    const handle = await dialog.findByRole('slider', { name: '移动一般 夜间限值' })
    expect(dialog.getAllByRole('slider')).toHaveLength(4)
    await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toBe('55 µg/m³'))
    fireEvent.focus(handle)
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect(handle.getAttribute('aria-valuetext')).toBe('56 µg/m³')
    await waitFor(() =>
      expect(JSON.parse(String(asked().at(-1)?.['limits']))).toEqual({ 2: 75, 3: 60, night: { ...night, 3: 56 } }),
    )
  })

  it('moves between the classes of a standard with keys and pointer', async () => {
    const extensions = ['alarm-backtest', 'alarm-rules', 'alarm-class', 'environment', 'environment-measures']
    const nodes = [{ id: 21, pollutant: 'pm25', model: 1, unit: 'µg/m³' }]
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions } }),
      environment: () => ({ code: 0, data: { nodes, devices: [], projects: [] } }),
    }))
    const dialog = await openRule({ com_oper: 1, params_x: 3, conditions: '{"calc":"class","rows":[]}' })
    const handle = await dialog.findByRole('slider', { name: '移动限值' })
    await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toMatch(/^轻度污染 \(3\) · \d+ µg\/m³$/))
    fireEvent.keyDown(handle, { key: 'ArrowUp' })
    expect(handle.getAttribute('aria-valuetext')).toMatch(/^中度污染 \(4\) · /)
    await waitFor(() => expect(Number(asked().at(-1)?.['params_x'])).toBe(4))
    fireEvent.keyDown(handle, { key: 'Home' })
    expect(handle.getAttribute('aria-valuetext')).toMatch(/^良 \(2\) · /)
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    expect(handle.getAttribute('aria-valuetext')).toMatch(/^良 \(2\) · /)
    // Up by the chart's whole height: the class nearest to its top.
    const plot = handle.parentElement as HTMLElement
    plot.getBoundingClientRect = () => ({ height: 120 }) as DOMRect
    fireEvent.pointerDown(handle, { button: 0, clientY: 120, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 0, pointerId: 1 })
    fireEvent.pointerUp(handle, { pointerId: 1 })
    expect(Number(handle.getAttribute('aria-valuenow'))).toBeGreaterThan(75)
  })

  it('is a separate tab on a phone, and an invalid form switches back to its tab on saving', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('599.95'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const dialog = await openRule()
    const tabs = await dialog.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['规则', '规则预览'])
    expect(dialog.queryByRole('region', { name: '规则预览' })).toBeNull()
    fireEvent.click(tabs[1] as HTMLElement)
    expect(await dialog.findByRole('slider')).toBeTruthy()
    expect(dialog.queryByRole('textbox', { name: /^阈值名称/ })).toBeNull()
    // The form shows what is wrong.
    fireEvent.click(tabs[0] as HTMLElement)
    fireEvent.change(dialog.getByLabelText(/^阈值名称/), { target: { value: '' } })
    fireEvent.click(tabs[1] as HTMLElement)
    fireEvent.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^阈值名称/ })).toBeTruthy())
  })

  it('stepOf, rounded, scaleOf, nearestOf and placesOn compute readable steps and scales', () => {
    for (const [low, high, step] of [
      [0, 100, 1],
      [0, 180, 1],
      [0.2, 2.4, 0.01],
      [-40, 60, 1],
      [0, 50_000, 1000],
    ] as const)
      expect(stepOf({ low, high })).toBe(step)
    expect(rounded(0.30000000004, 0.01)).toBe(0.3)
    expect(scaleOf([5, 5])).toEqual({ low: 4.5, high: 5.5 })
    expect(scaleOf([])).toEqual({ low: 0, high: 1 })
    expect([nearestOf([35, 75, 115], 90), nearestOf([], 90)]).toEqual([75, undefined])
    expect([placesOn([35, 75, 115], 75, -1), placesOn([35, 75, 115], 75, 10)]).toEqual([35, 115])
  })
})
