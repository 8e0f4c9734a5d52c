// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { addDays, zoneOf } from '../../resources/kit/zone.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerNamed } from './namedCalls.ts'

const roster = resourceOf('alarmConfig/roster')
const escalation = resourceOf('alarmConfig/escalation')
/** The zone of a console whose platform names none. */
const zone = zoneOf('Asia/Shanghai')
/** Noon, so that no day changes while the tests run. */
const NOW = Date.parse('2026-11-29T04:00:00Z')
const today = zone.day(NOW)
let platform: FakePlatform

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  forgetCapabilities()
  giveElementsASize()
  platform = startPlatform()
  platform.announced = extensions
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('alarmRoster', [record()])
  platform.rows.set('alarmChannel', [{ id: 61, name: '群机器人', project_id: 1 }])
  const contacts = [
    { id: 41, alarm_name: '张三', project_id: 1 },
    { id: 42, alarm_name: '李四', project_id: 1 },
    { id: 43, alarm_name: '王五', project_id: 1 },
    { id: 49, alarm_name: '外人', project_id: 2 },
  ]
  answerNamed(platform, () => ({ godbAllAlarminfo: () => ({ code: 0, data: contacts }) }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Turns of one day from the day before on: 张三 had the day before, 李四 has the current one. */
const record = (change: Values = {}): Values => ({
  id: 7,
  name: '夜班',
  project_id: 1,
  people: '41,42',
  every: 1,
  unit: 1,
  handover: '00:00',
  starts: addDays(today, -1),
  exceptions: '',
  stand_ins: '',
  explained: '',
  ...change,
})

async function openForm(change: Values = {}) {
  platform.rows.set('alarmRoster', [record(change)])
  const view = await openScreen(roster, '/alarmConfig/roster/7')
  const dialog = await screen.findByRole('dialog')
  const preview = await within(dialog).findByRole('region', { name: '未来 14 天谁值班' })
  return {
    ...view,
    dialog,
    days: () => [...preview.querySelectorAll('li')].map(({ textContent }) => textContent ?? ''),
  }
}
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))
const saved = () => platform.sent.findLast(({ method }) => method === 'PUT')?.body

async function choose(box: HTMLElement, option: string) {
  fireEvent.mouseDown(box)
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

describe('roster form', () => {
  it('reorders, adds and removes people and previews the next 14 days', async () => {
    const { dialog, days } = await openForm()
    await waitFor(() => expect(days()[0]).toContain('李四'))
    expect(days()).toHaveLength(14)
    expect(days()[1]).toContain('张三')
    fireEvent.click(await within(dialog).findByRole('button', { name: '李四 前移一位' }))
    await waitFor(() => expect(days()[0]).toContain('张三'))
    await choose(within(dialog).getByRole('combobox', { name: /^值班人员/ }), '王五')
    await waitFor(() => expect(days()[1]).toContain('王五'))
    expect(screen.queryByRole('option', { name: '外人' })).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: '移除 张三' }))
    save()
    await waitFor(() => expect(saved()).toEqual({ people: '42,43' }))
  })

  it('accepts a handover time without a colon and rejects an invalid one', async () => {
    const { dialog, days } = await openForm()
    const clock = await within(dialog).findByLabelText(/^交接时间/)
    fireEvent.change(clock, { target: { value: '830' } })
    fireEvent.blur(clock)
    await waitFor(() => expect((clock as HTMLInputElement).value).toBe('08:30'))
    await waitFor(() => expect(days()[1]).toMatch(/李四.*08:30 张三/))
    fireEvent.change(clock, { target: { value: '25:00' } })
    fireEvent.blur(clock)
    save()
    expect(await within(dialog).findByText('请输入时间，如 08:00')).toBeTruthy()
    expect(saved()).toBeUndefined()
  })

  it('saves exceptions, previews them and rejects incomplete ones', async () => {
    const { dialog, days } = await openForm()
    fireEvent.click(within(dialog).getByRole('button', { name: '添加例外' }))
    save()
    expect(await within(dialog).findByText('请填完例外，结束须晚于开始')).toBeTruthy()
    const exception = within(dialog).getByRole('group', { name: '例外 1' })
    await choose(within(exception).getByRole('combobox', { name: '由谁值班' }), '王五')
    await waitFor(() => expect(days().join()).toMatch(/王五（替 (张三|李四)）/))
    save()
    await waitFor(() => expect(saved()).toBeDefined())
    const [stored] = JSON.parse(String(saved()?.['exceptions'])) as { from: number; until: number; by: number }[]
    expect(stored).toMatchObject({ by: 43, whom: null })
    expect(Number(stored?.until) - Number(stored?.from)).toBe(86_400_000)
  })

  it('keeps an exception of an unknown contact when another field is saved', async () => {
    const { dialog } = await openForm({ exceptions: '[{"from":1,"until":2,"by":4711}]' })
    const clock = await within(dialog).findByLabelText(/^交接时间/)
    fireEvent.change(clock, { target: { value: '08:30' } })
    fireEvent.blur(clock)
    save()
    await waitFor(() => expect(saved()).toEqual({ handover: '08:30' }))
  })

  it('lists an exception of an unknown contact and saves its removal', async () => {
    const { dialog, days } = await openForm({ exceptions: '[{"from":1,"until":2,"by":4711}]' })
    await waitFor(() => expect(days()[0]).toContain('李四'))
    fireEvent.click(within(dialog).getByRole('button', { name: '移除例外 1' }))
    save()
    await waitFor(() => expect(saved()).toEqual({ exceptions: '' }))
  })
})

describe('roster list', () => {
  it('shows who is on call now and next, and 28 days as a calendar', async () => {
    await openScreen(roster, '/alarmConfig/roster')
    const [cell] = await screen.findAllByText(/李四/)
    expect(cell?.textContent).toMatch(/^李四 · .*起 张三$/)
    await openScreen(roster, '/alarmConfig/roster/7/calendar', { keys: ['4-8'] })
    const dialog = await screen.findByRole('dialog', { name: /值班日历/ })
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(28))
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toContain('李四'))
  })

  it('shows that nobody is on call before the first turn', async () => {
    platform.rows.set('alarmRoster', [record({ starts: addDays(today, 3) })])
    await openScreen(roster, '/alarmConfig/roster')
    expect((await screen.findAllByText(/无人值班/)).length).toBeGreaterThan(0)
  })
})

describe('escalation form and list', () => {
  async function openSteps(steps: string) {
    platform.rows.set('alarmEscalation', [{ id: 7, name: '逐级', project_id: 1, steps, explained: '' }])
    await openScreen(escalation, '/alarmConfig/escalation/7')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('button', { name: '添加步骤' })
    return {
      dialog,
      step: (number: number) => within(within(dialog).getByRole('group', { name: `第 ${number} 步` })),
    }
  }

  it('saves steps with minutes and recipient and rejects incomplete ones', async () => {
    const { dialog, step } = await openSteps('[{"after":10,"roster":7}]')
    fireEvent.click(within(dialog).getByRole('button', { name: '添加步骤' }))
    await waitFor(() =>
      expect((step(1).getByRole('combobox', { name: '通知谁' }) as HTMLInputElement).value).toBe('夜班'),
    )
    expect((step(2).getByRole('textbox', { name: '无人接手的分钟数' }) as HTMLInputElement).value).toBe('20')
    save()
    expect(await within(dialog).findByText('请填完步骤')).toBeTruthy()
    await choose(step(2).getByRole('combobox', { name: '通知' }), '某级别的所有人')
    await choose(step(2).getByRole('combobox', { name: '通知谁' }), '紧急')
    fireEvent.change(step(2).getByRole('textbox', { name: '无人接手的分钟数' }), { target: { value: '3x0' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '添加步骤' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '移除第 3 步' }))
    save()
    await waitFor(() => expect(saved()).toEqual({ steps: '[{"after":10,"roster":7},{"after":30,"level":1}]' }))
  })

  it('saves the notification method of a person and the next turn of a roster', async () => {
    const { step } = await openSteps('[{"after":10,"roster":7,"way":2},{"after":20,"channel":61}]')
    const way = { name: '通知方式' }
    expect(step(1).getByRole('combobox', way).textContent).toBe('微信')
    expect(step(2).queryByRole('combobox', way)).toBeNull()
    await choose(step(1).getByRole('combobox', { name: '通知' }), '值班组的下一位')
    await choose(step(1).getByRole('combobox', way), '短信')
    await choose(step(2).getByRole('combobox', { name: '通知' }), '联系人')
    await choose(step(2).getByRole('combobox', { name: '通知谁' }), '张三')
    expect(step(2).getByRole('combobox', way).textContent).toBe('所有方式')
    save()
    await waitFor(() =>
      expect(saved()).toEqual({
        steps: '[{"after":10,"roster":7,"turn":1,"way":1},{"after":20,"contact":41}]',
      }),
    )
  })

  it('summarizes the steps in one line of the list', async () => {
    platform.rows.set('alarmEscalation', [
      {
        id: 7,
        name: '逐级',
        project_id: 1,
        steps: '[{"after":30,"level":2},{"after":20,"roster":7,"turn":1},{"after":10,"contact":41,"way":2}]',
        explained: '',
      },
    ])
    await openScreen(escalation, '/alarmConfig/escalation')
    expect(
      await screen.findByText('10 分钟后 张三（微信）、20 分钟后 夜班的下一位、30 分钟后“严重”级的所有人'),
    ).toBeTruthy()
  })

  it('hides the user field of a contact when the escalation extension is not announced', async () => {
    platform.announced = []
    platform.rows.set('godbAlarminfo', [{ id: 41, alarm_name: '张三', project_id: 1, district_id: 4, alarm_phone: '' }])
    await openScreen(resourceOf('alarmConfig/user'), '/alarmConfig/user/41')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByLabelText(/^姓名/)
    expect(within(dialog).queryByLabelText(/^用户/)).toBeNull()
  })
})
