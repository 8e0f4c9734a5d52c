// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { DAY, HOUR, MINUTE, Zone } from '../../resources/kit/zone.ts'
import { shownOf } from '../../src/live/display.ts'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import { StationPlate } from '../../src/device/StationPlate.tsx'
import { pinIcon } from '../../src/map/icons.ts'
import { dotIcon, plateIcon } from '../../src/map/plates.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { UpkeepMark } from '../../src/live/UpkeepMark.tsx'
import { aDevice } from '../support/devices.ts'
import { openInput } from './inputWorld.tsx'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'

const maintenance = resourceOf('alarmConfig/maintenance')
const zone = new Zone('Asia/Shanghai')
let platform: FakePlatform

// Loaded when a form opens; loaded here, so that it does not count towards a test's time.
beforeAll(() => import('../../src/app/slotInputs.ts'))
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  platform.announced = ['maintenance', 'one']
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A Tuesday night in the far future. */
const starts = zone.moment('2040-11-27', '22:00')
const record: Values = {
  id: 7,
  name: '夜间检修',
  project_id: 1,
  device_list: '1',
  collect: 1,
  enable: 1,
  starts,
  ends: starts + 2 * 3_600_000,
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
}

async function open(change: Values = {}) {
  platform.rows.set('alarmMaintenance', [{ ...record, ...change }])
  const view = await openScreen(maintenance, '/alarmConfig/maintenance/7')
  const dialog = await screen.findByRole('dialog')
  const kind = await within(dialog).findByRole('combobox', { name: '重复' })
  const pick = async (name: string): Promise<void> => {
    fireEvent.mouseDown(kind)
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  const saved = async (): Promise<unknown> => {
    fireEvent.click(within(dialog).getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(platform.sent.some(({ method }) => method === 'PUT')).toBe(true))
    return platform.sent.findLast(({ method }) => method === 'PUT')?.body['rrule']
  }
  return { ...view, dialog, kind, pick, saved }
}

describe('maintenance window form', () => {
  it('edits the weekdays and updates the next occurrences', async () => {
    const { dialog, kind, saved } = await open()
    expect(kind.textContent).toContain('每周')
    const days = within(dialog).getByRole('group', { name: '星期' })
    expect(within(days).getByRole('button', { pressed: true }).textContent).toContain('二')
    expect(within(dialog).getByText(/接下来/).textContent).toContain('2040-11-27 22:00–00:00')
    fireEvent.click(within(days).getByRole('button', { name: '四' }))
    expect(within(dialog).getByText(/接下来/).textContent).toContain('2040-11-29 22:00–00:00')
    expect(await saved()).toBe('FREQ=WEEKLY;BYDAY=TU,TH')
  })

  it('switches to monthly on the day of the start, and back to once', async () => {
    const { dialog, pick, saved } = await open()
    await pick('每月')
    const day = within(dialog).getByRole('combobox', { name: '每月几日' })
    expect(day.textContent).toContain('27 日')
    fireEvent.mouseDown(day)
    fireEvent.click(await screen.findByRole('option', { name: '最后一天' }))
    expect(within(dialog).getByText(/接下来/).textContent).toContain('2040-11-30 22:00–00:00')
    await pick('一次')
    expect(await saved()).toBeFalsy()
  })

  it('keeps a rule beyond its presets as text and reports an invalid one', async () => {
    const { dialog, kind, saved } = await open({ rrule: 'FREQ=MONTHLY;BYDAY=-1FR' })
    expect(kind.textContent).toContain('其他规则')
    const text = within(dialog).getByLabelText<HTMLInputElement>('RRULE')
    expect(text.value).toBe('FREQ=MONTHLY;BYDAY=-1FR')
    fireEvent.change(text, { target: { value: 'FREQ=HOURLY' } })
    expect(text.getAttribute('aria-invalid')).toBe('true')
    expect(within(dialog).getAllByText(/请按 RFC 5545 填写/)).not.toHaveLength(0)
    fireEvent.change(text, { target: { value: 'FREQ=MONTHLY;BYDAY=1MO' } })
    expect(await saved()).toBe('FREQ=MONTHLY;BYDAY=1MO')
  })

  it('reports a window that overlaps its next occurrence', async () => {
    const { dialog } = await open({ ends: starts + 25 * 3_600_000, rrule: 'FREQ=DAILY' })
    expect(within(dialog).getByText('每次必须在下一次开始之前结束').textContent).not.toBe('')
  })
})

describe('maintenance state of a device', () => {
  const now = zone.moment('2040-11-27', '22:30')
  const draw = async (maintenance_until: number | null, planned: Partial<DeviceState> = {}) => {
    const device = aDevice({ id: 1, maintenance_until, ...planned })
    const names = { areaNames: new Map(), closedAreas: new Set<number>(), gateways: new Map(), thresholds: new Map() }
    const shown = shownOf(device, names, now, zone, (key) => key)
    await openInput('zhCN', null, () => (
      <>
        <UpkeepMark shown={shown} />
        <UpkeepMark shown={shown} as="icon" />
      </>
    ))
  }

  it('shows the end time as text and as accessible icon', async () => {
    await draw(zone.moment('2040-11-27', '23:45'))
    expect(screen.getByText('维护至 23:45').textContent).toBe('维护至 23:45')
    expect(screen.getByRole('img', { name: '维护至 23:45' }).title).toBe('维护至 23:45')
  })

  const at = (from: string, to: string, day = '2040-11-27') => ({
    maintenance_next: zone.moment(day, from),
    maintenance_next_until: zone.moment('2040-11-28', to),
  })

  it('shows a planned window within 24 h unless one is open', async () => {
    await draw(null, at('23:30', '02:00'))
    expect(screen.getByText('计划维护 23:30–11-28 02:00')).toBeTruthy()
    expect(screen.getByRole('img').title).toBe('计划维护 23:30–11-28 02:00')
    cleanup()
    await draw(zone.moment('2040-11-27', '23:00'), at('23:30', '02:00'))
    expect(screen.queryByText(/计划维护/)).toBeNull()
    cleanup()
    await draw(null, at('22:45', '23:45', '2040-11-28'))
    expect(screen.queryByText(/计划维护/)).toBeNull()
  })

  it('replaces the environmental class on the device page', async () => {
    const row = {
      deviceid: 1,
      medium: 'air',
      standard: 'HJ633-2026',
      index: 169,
      level: 4,
      period: '1h',
      coverage: 1,
      at: now,
    }
    const [verdict] = readStationRows([{ ...row, primary: ['pm25'], missing: [], parts: {} }]).map(verdictOf)
    const device = aDevice({ id: 1, online: true, maintenance_until: zone.moment('2040-11-27', '23:45') })
    const names = { areaNames: new Map(), closedAreas: new Set<number>(), gateways: new Map(), thresholds: new Map() }
    await openInput('zhCN', null, () =>
      verdict ? <StationPlate verdict={verdict} shown={shownOf(device, names, now, zone, (key) => key)} /> : null,
    )
    const card = screen.getByRole('region', { name: '环境评价' })
    expect(card.textContent).toMatch(/维护中.*至 23:45/)
    expect(card.textContent).not.toMatch(/169|中度/)
  })

  it('shows a wrench instead of a figure on the map', () => {
    const html = (look: 'solid' | 'upkeep') =>
      String(plateIcon({ look, verdict: null, figure: '', ticks: 0, alarm: false }, false, null).options.html)
    expect(html('solid')).toMatch(/<b><\/b>/)
    expect(html('upkeep')).toMatch(/<svg .*<path d="M0 0/)
    expect(html('upkeep')).not.toMatch(/<b>/)
  })

  it('adds a small wrench to the map mark when a window is planned', () => {
    const face = { look: 'solid', verdict: 'a2', figure: '', ticks: 2, alarm: false } as const
    const marks = (planned: boolean) =>
      [
        plateIcon({ ...face, planned }, false, null),
        dotIcon({ ...face, planned }, 'online', false),
        pinIcon('online', false, planned),
      ].map(({ options }) => String(options.html))
    for (const html of marks(true)) expect(html).toMatch(/d="M0 0M/)
    for (const html of marks(false)) expect(html).not.toMatch(/d="M0 0M/)
    expect(marks(true)[0]).toMatch(/<b><\/b>/)
  })

  it('shows nothing when the window is over or unknown', async () => {
    await draw(now)
    await draw(null)
    expect(screen.queryByText(/维护至/)).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('rule list', () => {
  it('marks each rule whose maintenance window is open or opens within a day', async () => {
    const now = Date.now()
    const rule: Values = { project_id: 1, device_list: '1', nodemap_id: 21, com_oper: 0, params_x: 75, enable: 1 }
    const next = { maintenance_next: now + HOUR, maintenance_next_until: now + 2 * HOUR }
    platform.rows.set('godbThreshold', [
      { ...rule, id: 1, name: '检修中', maintenance_until: now + HOUR, ...next },
      { ...rule, id: 2, name: '将检修', maintenance_until: null, ...next },
      { ...rule, id: 3, name: '已开始', maintenance_until: null, ...next, maintenance_next: now - 2 * MINUTE },
      { ...rule, id: 4, name: '平常', maintenance_until: now - 2 * MINUTE, maintenance_next: now + 2 * DAY },
      { ...rule, id: 5, name: '旧平台' },
    ])
    await openScreen(resourceOf('alarmConfig/threshold'), '/alarmConfig/threshold')
    const row = async (name: string) => {
      const found = (await screen.findByText(name)).closest<HTMLElement>('tr, [role=row]')
      if (!found) throw new Error(`${name} stands in no row`)
      return within(found)
    }
    const mark = async (name: string) => (await (await row(name)).findByRole('img')).title
    expect(await mark('检修中')).toMatch(/^维护至 .+$/)
    expect(await mark('将检修')).toMatch(/^计划维护 .+–.+$/)
    expect(await mark('已开始')).toMatch(/^维护至 .+$/)
    expect((await row('平常')).queryByRole('img')).toBeNull()
    expect((await row('旧平台')).queryByRole('img')).toBeNull()
  })
})

describe('maintenance window list', () => {
  it('describes the recurrence of each window in words, or as RRULE when it has no preset', async () => {
    platform.rows.set('alarmMaintenance', [
      record,
      { ...record, id: 8, name: '一次检修', rrule: null },
      { ...record, id: 9, name: '月末检修', rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20411231' },
      { ...record, id: 10, name: '季度检修', rrule: 'FREQ=MONTHLY;INTERVAL=3' },
    ])
    await openScreen(maintenance, '/alarmConfig/maintenance')
    const row = async (name: string) => (await screen.findByText(name)).closest('tr, [role=row]')?.textContent
    expect(await row('夜间检修')).toContain('每周 二')
    expect(await row('一次检修')).toContain('一次')
    expect(await row('月末检修')).toContain('每月 最后一天 · 到 2041-12-31')
    expect(await row('季度检修')).toContain('FREQ=MONTHLY;INTERVAL=3')
  })
})
