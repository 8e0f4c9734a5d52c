// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, ME, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

const MINUTE = 60_000
let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  platform.extensions = ['alarmwork', 'alarm-groups', 'rosters', 'escalation']
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const posts = (act: string) => platform.sent.filter(({ method, path }) => method === 'POST' && path.endsWith(`/${act}`))
const detail = async () => {
  const found = await waitFor(() => {
    const part = document.querySelector<HTMLElement>('[data-part=detail]')
    if (!part) throw new Error('no detail')
    return part
  })
  return within(found)
}
const step = (change: object) => ({ at: Date.now() - MINUTE, kind: 'escalate', step: 1, count: 1, ...change })

async function openAssign() {
  await openPage(AlarmsRoom, '/')
  await (await detail()).findByRole('heading', { name: '规则 1' })
  fireEvent.keyDown(document.body, { key: 'm' })
  const dialog = await screen.findByRole('dialog', { name: /指派/ })
  fireEvent.mouseDown(within(dialog).getByRole('combobox'))
  await screen.findByRole('option', { name: '李桂英' })
  return dialog
}

describe('alarm assignment to a roster', () => {
  it('offers the rosters of the alarm’s project and shows the person on call as assignee', async () => {
    platform.rosters = [
      { id: 3, name: '夜班', project_id: 2 },
      { id: 4, name: '别的项目', project_id: 1 },
    ]
    const dialog = await openAssign()
    const roster = await screen.findByRole('option', { name: /夜班/ })
    expect(screen.queryByRole('option', { name: /别的项目/ })).toBeNull()
    fireEvent.click(roster)
    fireEvent.click(within(dialog).getByRole('button', { name: '指派' }))
    await waitFor(() => expect(posts('assign')[0]?.body).toEqual({ roster_id: 3, version: 1, key: expect.any(String) }))
    expect(await screen.findByRole('img', { name: '负责人：夜班 · 李工' })).toBeTruthy()
    fireEvent.click(screen.getByRole('img', { name: '负责人：夜班 · 李工' }))
    expect(await (await detail()).findByText('新，已指派给夜班 · 李工')).toBeTruthy()
  })

  it.each([
    ['user is the new person on call', { assignee_id: 9, mine: 1 }, '处理中，我', true],
    ['user was the previous person on call', { assignee_id: ME, mine: 0 }, '处理中，夜班 · 王工', false],
  ])('shows after a shift handover whether the alarm is the user’s own: %s', async (_name, given, words, closes) => {
    const roster = { roster_id: 3, roster_name: '夜班', on_call_name: '李工', on_call_now_name: '王工' }
    platform.rows = [episode(1, { work: 'acknowledged', assignee_name: '李桂英', ...roster, ...given })]
    await openPage(AlarmsRoom, '/?detail=1')
    expect(await (await detail()).findByText(words)).toBeTruthy()
    expect(document.querySelector('[data-act=close]')?.classList.contains('MuiButton-contained')).toBe(closes)
  })

  it('offers and requests no rosters when the platform lacks the rosters extension', async () => {
    platform.rosters = [{ id: 3, name: '夜班', project_id: 2 }]
    platform.extensions = ['alarmwork', 'alarm-groups']
    await openAssign()
    expect(screen.queryByRole('option', { name: /夜班/ })).toBeNull()
    expect(platform.sent.filter(({ path }) => path === 'alarmRosterNameList')).toEqual([])
  })
})

describe('alarm escalation', () => {
  it('describes escalation steps and an assignment in the timeline as sentences', async () => {
    platform.timeline = [
      step({ id: 1, minutes: 10, to: 'roster', name: '夜班', person: '李工' }),
      step({ id: 2, minutes: 20, to: 'roster', name: '白班', person: null, count: 0 }),
      step({ id: 3, minutes: 30, to: 'channel', name: null, count: 0 }),
      step({ id: 4, minutes: 60, to: 'level', level: 1, count: 4 }),
      {
        at: Date.now(),
        kind: 'assign',
        id: 5,
        user_id: 5,
        user_name: '站长',
        state: { roster_id: 3, assignee_id: 9 },
        name: '夜班',
        person: '李工',
      },
    ]
    await openPage(AlarmsRoom, '/')
    const view = await detail()
    for (const words of [
      '10 分钟无人接手，通知 夜班 · 李工',
      '20 分钟无人接手，白班 无人值班',
      '30 分钟无人接手，通知 —，没有可发送的',
      '60 分钟无人接手，通知 “紧急”级的所有人',
      '站长 指派给 夜班 · 李工',
    ])
      expect(await view.findByText(words)).toBeTruthy()
  })

  it.each([
    [
      'step in a few minutes',
      { at: 4.9 * MINUTE, to: 'roster', name: '夜班', person: '李工' },
      '如无人接手，4 分钟后通知 夜班 · 李工',
    ],
    ['step due now', { at: 1000, to: 'contact', name: '王工' }, '无人接手，即将通知 王工'],
    [
      'step that notifies a level',
      { at: 2.9 * MINUTE, to: 'level', level: 2 },
      '如无人接手，2 分钟后通知 “严重”级的所有人',
    ],
    ['no further step', null, '升级流程已走完，没有下一步'],
    [
      'step postponed by maintenance',
      { at: 30.9 * MINUTE, to: 'contact', name: '王工', maintenance_until: Date.now() + 30.5 * MINUTE },
      /^因维护推迟至 .*\d\d:\d\d.* · 如无人接手，30 分钟后通知 王工$/,
    ],
  ])('shows the next escalation step until the alarm is acknowledged: %s', async (_name, next, words) => {
    // With one row, the cursor has no other row to move to.
    platform.rows = [episode(1)]
    platform.escalation = {
      name: '逐级',
      done: next ? 1 : 2,
      steps: 2,
      next: next && { ...next, at: Date.now() + next.at },
    }
    await openPage(AlarmsRoom, '/')
    // Shown next to the actions possible before that step.
    expect((await (await detail()).findByText(words)).closest('header')).toBeTruthy()
    // Shown among the recipients too, where the recipient and time are known.
    const due = async () => (await detail()).getByRole('region', { name: '通知了谁' }).querySelector('[data-part=due]')
    const said = /^(?:王工|夜班 · 李工|“严重”级的所有人)逐级待升级.*\d\d:\d\d$/
    if (next) await waitFor(async () => expect((await due())?.textContent).toMatch(said))
    else expect(await due()).toBeNull()
    // Once a user takes the episode, no step is shown, before the platform has answered.
    fireEvent.keyDown(document.body, { key: 'a' })
    await waitFor(async () => expect((await detail()).queryByText(words)).toBeNull())
    await waitFor(async () => expect(await due()).toBeNull())
  })
})
