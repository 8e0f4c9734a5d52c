// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { NeedsMe } from '../../src/dashboard/judged/NeedsMe.tsx'
import { useOpenAlarms } from '../../src/dashboard/judged/openAlarms.ts'
import { episode, ME, startInbox } from './inboxWorld.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

// Loaded on demand in the console: the time this takes is not what the tests are about.
beforeAll(async () => {
  await import('../../src/dashboard/judged/rows.ts')
})
afterEach(() => vi.unstubAllGlobals())

const now = Date.now()
const zone = new Zone('UTC')
function Panel() {
  return <NeedsMe alarms={useOpenAlarms()} zone={zone} now={now} />
}
async function open() {
  await openPage(Panel, '/')
  const panel = within(await screen.findByRole('region', { name: '待我处理' }))
  const levels = () => panel.getAllByRole('listitem').slice(0, 4)
  const said = () => levels().map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
  return { panel, said }
}
const pathOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

it('NeedsMe counts open alarms per level with the longest wait and links into the inbox', async () => {
  const platform = startInbox()
  platform.rows = [
    episode(1, { level: 2 }),
    episode(2, { level: 1, fired_at: now - 2 * 3_600_000 }),
    episode(3, { level: 2, work: 'acknowledged', assignee_id: ME, fired_at: now - 3 * 3_600_000 }),
    episode(4, { level: 1, work: 'acknowledged', assignee_id: 9 }),
    episode(5, { level: 3, work: 'closed' }),
    episode(6, { level: 3, snoozed_until: now + 3_600_000 }),
  ]
  const { panel, said } = await open()
  await waitFor(() => expect(said()[0]).toBe('紧急 1最久 2 小时'))
  expect(said()).toEqual(['紧急 1最久 2 小时', '严重 2最久 3 小时', '一般 0—', '预警 0—'])
  expect(panel.getByText('3')).toBeTruthy()
  expect(pathOf(panel.getByRole('link', { name: '其中 1 起归我' }))).toBe(
    '/monitor/threoldManage?filter={"view":"mine"}',
  )
  const ways = (await panel.findAllByRole('link', { name: /^处理/ })).map(pathOf)
  expect(ways).toEqual([2, 3, 1].map((id) => `/monitor/threoldManage?detail=${id}`))
})

it('NeedsMe shows the assignee of each alarm, or that it has none, and the class of its value', async () => {
  const platform = startInbox()
  platform.extensions = [...platform.extensions, 'environment', 'environment-measures']
  const others = globalThis.fetch
  const measures = { nodes: [{ id: 11, pollutant: 'pm25', model: 1, unit: 'µg/m³' }], devices: [], projects: [] }
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('environment/measures')
      ? Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: measures })))
      : others(url, init),
  )
  platform.rows = [
    episode(1, { level: 1 }),
    episode(2, { level: 2, work: 'acknowledged', assignee_id: ME, assignee_name: '王秀兰' }),
    episode(3, { level: 3, roster_id: 3, roster_name: '夜班', on_call_name: '李工' }),
  ]
  const { panel } = await open()
  const rows = (await panel.findAllByRole('link', { name: /^处理/ })).map((way) => way.closest('li'))
  // Each icon has the colour of its level; an unknown level has none.
  expect(rows.map((row) => row?.querySelector('svg')?.getAttribute('data-level') ?? null)).toEqual(['1', '2', '3'])
  const whose = rows.map((row) => row?.querySelector('[data-nobody], [title^="负责人"]'))
  expect(whose.map((cell) => cell?.textContent?.trim())).toEqual(['无人接手', '王秀兰', '夜班 · 李工'])
  expect(whose.map((cell) => cell?.hasAttribute('data-nobody'))).toEqual([true, false, false])
  await waitFor(() => expect(rows[0]?.querySelector('[data-part="class-chip"]')?.textContent).toMatch(/^中度1\d\d$/))
})

it('NeedsMe combines a value with the limit it exceeds, else shows the rule beside it or alone', async () => {
  const platform = startInbox()
  platform.rows = [
    episode(1, { level: 1 }),
    episode(2, { limit: { com_oper: 0, params_x: 150 }, limit_text: 'PM2.5 > 150 µg/m³' }),
    episode(3, { limit: { com_oper: 0, params_x: 3, calc: 'class' }, limit_text: 'PM2.5 级别 > 3' }),
    episode(4, { condition: 'no_data' }),
    episode(5, { value: null }),
  ]
  const { panel } = await open()
  const ways = await panel.findAllByRole('link', { name: /^处理/ })
  const rules = ways.map((way) => way.closest('li')?.querySelector<HTMLElement>('[data-part="rule"]'))
  // The worst first, then those that have waited longest.
  expect(rules.map((rule) => rule?.textContent)).toEqual([
    '121.0 > 115.0 µg/m³',
    'PM2.5 > 115 µg/m³',
    'PM2.5 > 115 µg/m³',
    '123.0 µg/m³ · PM2.5 级别 > 3',
    '122.0 µg/m³ · PM2.5 > 150 µg/m³',
  ])
  expect(rules[0]?.title).toBe('PM2.5 > 115 µg/m³')
})

it('NeedsMe links a level to its alarms in the inbox and a level without alarms nowhere', async () => {
  const platform = startInbox()
  platform.rows = [episode(1, { level: 2 })]
  const { panel, said } = await open()
  await waitFor(() => expect(said()[1]).toMatch(/^严重 1/))
  const ways = panel.getAllByRole('link', { name: /^(紧急|严重|一般|预警) / })
  expect(ways.map(pathOf)).toEqual(['/monitor/threoldManage?filter={"view":"needs","level":[2]}'])
})

it('NeedsMe requests the oldest alarm of a level with more alarms than it has loaded', async () => {
  const platform = startInbox()
  platform.rows = Array.from({ length: 101 }, (_, n) =>
    episode(n + 1, { level: 1, fired_at: now - (n === 100 ? 240 : 1) * 3_600_000 }),
  )
  platform.rows.push(episode(200, { level: 4, fired_at: now - 5 * 3_600_000 }))
  const { panel, said } = await open()
  await waitFor(() => expect(said()[3]).toBe('预警 1最久 5 小时'))
  expect(said()[0]).toBe('紧急 101最久 10 天')
  expect(panel.getByText('102', { selector: 'span' })).toBeTruthy()
})

it('NeedsMe shows the last closed alarm when none needs handling', async () => {
  const platform = startInbox()
  platform.rows = [
    episode(1, { work: 'closed', condition: 'cleared', fired_at: now - 7_200_000, closed_at: now - 60_000 }),
    episode(2, { work: 'closed', condition: 'cleared', fired_at: now - 3_600_000, closed_at: now - 1_800_000 }),
    episode(3, { work: 'acknowledged', assignee_id: 9 }),
  ]
  const { panel } = await open()
  expect(await panel.findByText('没有待您处理的报警')).toBeTruthy()
  expect(panel.getByText(/最近关闭：超标 1/)).toBeTruthy()
})

it('NeedsMe keeps its alarms and shows an error when a reload fails, until a retry succeeds', async () => {
  const platform = startInbox()
  platform.rows = [episode(1, { level: 2 })]
  function Again() {
    const alarms = useOpenAlarms()
    return (
      <>
        <button type="button" onClick={alarms.retry}>
          look
        </button>
        <NeedsMe alarms={alarms} zone={zone} now={now} />
      </>
    )
  }
  await openPage(Again, '/')
  const panel = within(await screen.findByRole('region', { name: '待我处理' }))
  await panel.findByText(/^最久/)
  platform.refused = true
  fireEvent.click(screen.getByRole('button', { name: 'look' }))
  const banner = await panel.findByRole('alert')
  expect(banner.textContent).toContain('读取失败')
  expect(panel.getByText(/^最久/)).toBeTruthy()
  platform.refused = false
  fireEvent.click(within(banner).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(panel.queryByRole('alert')).toBeNull())
})

it('NeedsMe lists open, unhandled alarm records when the platform has no episodes', async () => {
  forgetCapabilities()
  const row = { id: 7, device_id: 9, device_name: '站 9', alarm_time: now - 3_600_000, is_alarm: 1, alarm_state: 0 }
  answerCalls({
    'GET capabilities': () => ({ data: { name: 'x', version: '1', extensions: [] } }),
    'GET godbThresholdlogByTimeOrId': () => ({
      data: { list: [{ ...row, alarm_msg: '旧式', alert_level: 2 }], total: 1 },
    }),
  })
  const { panel, said } = await open()
  await waitFor(() => expect(said()[1]).toMatch(/^严重 1/))
  const day = zone.day(now - 3_600_000)
  expect(pathOf(await panel.findByRole('link', { name: /^处理/ }))).toBe(
    `/monitor/threoldManage?filter={"device":9,"first":"${day}","last":"${day}","states":["open"]}&handle=7`,
  )
  expect(panel.queryByText('无人接手')).toBeNull()
  expect(panel.queryByRole('link', { name: /归我/ })).toBeNull()
})

it('NeedsMe shows an alarm without a level in no level colour', async () => {
  forgetCapabilities()
  const row = {
    id: 7,
    device_id: 9,
    device_name: '站 9',
    alarm_time: now,
    is_alarm: 1,
    alarm_state: 0,
    alarm_msg: '旧式',
  }
  answerCalls({
    'GET capabilities': () => ({ data: { name: 'x', version: '1', extensions: [] } }),
    'GET godbThresholdlogByTimeOrId': () => ({ data: { list: [row], total: 1 } }),
  })
  const { panel } = await open()
  const shown = (await panel.findByRole('link', { name: /^处理/ })).closest('li')
  expect(shown?.querySelector('svg')).toBeTruthy()
  expect(shown?.querySelector('[data-level]')).toBeNull()
})
