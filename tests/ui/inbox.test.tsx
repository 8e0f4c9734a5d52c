// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { episode, ME, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { filterIn, openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const rowOf = (id: number) =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>(`[data-part=episodes] [data-id="${id}"]`)
    if (!row) throw new Error(`no row ${id}`)
    return row
  })
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-part=episodes] [data-id]')].map(({ dataset }) =>
    Number(dataset['id']),
  )
const current = () => Number(document.querySelector<HTMLElement>('[data-current]')?.dataset['id'])
const posts = (act?: string) =>
  platform.sent.filter(({ method, path }) => method === 'POST' && (act === undefined || path.endsWith(`/${act}`)))
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('alarm-acts.'))
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const lists = () => platform.sent.filter(({ method, path }) => method === 'GET' && path === 'episodes')
/** The undo offers, the newest last. */
const offers = () =>
  [...document.querySelectorAll('[data-part=toasts] > div')].map((toast) => toast.querySelector('span')?.textContent)
const undoOf = (said: string) => {
  const toast = [...document.querySelectorAll('[data-part=toasts] > div')].find((each) =>
    each.textContent?.includes(said),
  )
  return toast?.querySelector<HTMLElement>('[data-part=undo]') as HTMLElement
}
const undone = () => posts('batch').flatMap(({ body }) => (body['action'] === 'undo' ? [body['ids']] : []))
const withToasts = () => (
  <>
    <AlarmsRoom />
    <Toasts />
  </>
)
const detail = () => document.querySelector<HTMLElement>('[data-part=detail]') as HTMLElement
const atRow = (id: number) => waitFor(() => expect(current()).toBe(id))

describe('alarm inbox', () => {
  it('is replaced by the list of records without the alarmwork extension', async () => {
    platform.extensions = ['alarm-groups']
    await openPage(AlarmsRoom, '/')
    await screen.findByRole('heading', { name: '报警记录' })
    expect(lists()).toEqual([])
  })

  it('shows the project of each alarm if the user sees several', async () => {
    platform.projects.push({ id: 4, name: '项目四' })
    platform.rows.push(episode(4, { project_id: 4 }))
    await openPage(AlarmsRoom, '/')
    const row = await rowOf(4)
    await waitFor(() => expect(row.querySelector('[data-part=place]')?.textContent).toBe('站 4 · 河岸 · 项目四'))
    await within(detail()).findByText('项目二')
  })

  it('lists alarms that need attention with total counts per view, and shows the first in detail', async () => {
    platform.rows.push(episode(4, { work: 'acknowledged', assignee_id: 9 }), episode(5, { work: 'closed' }))
    const { location } = await openPage(AlarmsRoom, '/')
    await rowOf(1)
    expect(ids()).toEqual([1, 2, 3])
    expect(lists()[0]?.query).toMatchObject({ state: 'needs', totals: '1', page_size: '50' })
    const views = within(screen.getByRole('group', { name: '视图' })).getAllByRole('button')
    expect(views.map(({ textContent }) => textContent)).toEqual([
      '需要处理 3',
      '我的 0',
      '已暂缓 0',
      '今日已关 1',
      '全部 5',
    ])
    await atRow(1)
    await within(detail()).findByRole('heading', { name: '规则 1' })
    expect(new URLSearchParams(location.search).get('detail')).toBe('1')
    fireEvent.click(screen.getByRole('button', { name: /今日已关/ }))
    await waitFor(() => expect(ids()).toEqual([5]))
    expect(filterIn(location)).toEqual({ view: 'closed_today' })
  })

  it('shows the filter needs_me as the view "needs attention"', async () => {
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent(JSON.stringify({ view: 'needs_me' }))}`)
    await rowOf(1)
    expect(lists()[0]?.query).toMatchObject({ state: 'needs_me' })
    const views = within(screen.getByRole('group', { name: '视图' }))
    expect(views.getByRole('button', { pressed: true }).textContent).toBe('需要处理 3')
  })

  it('highlights only alarms that fire while it is open', async () => {
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    const lit = () => [...document.querySelectorAll<HTMLElement>('[data-fresh]')].map(({ dataset }) => dataset['id'])
    expect(lit()).toEqual([])
    const at = Date.now() + 1
    platform.rows.unshift(episode(9, { fired_at: at, last_fired_at: at }))
    // Each act refreshes the list.
    press('a')
    await rowOf(9)
    expect(lit()).toEqual(['9'])
    expect(current()).toBe(2)
  })

  it('moves with J and K, acknowledges with A, selects the next row and keeps the acknowledged one', async () => {
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('j')
    await atRow(2)
    press('k')
    await atRow(1)
    press('a')
    await atRow(2)
    await waitFor(() => expect(posts('acknowledge').map(({ path }) => path)).toEqual(['episodes/1/acknowledge']))
    expect(posts('acknowledge')[0]?.body).toEqual({ version: 1, key: expect.any(String) })
    await waitFor(() => expect(within(document.body).getAllByLabelText('负责人：u').length).toBeGreaterThan(0))
    expect(ids()).toContain(1)
  })

  it('closes an alarm with result and note, and keeps its row marked as done', async () => {
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME }), episode(2)]
    const { toasts } = await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    // Arrow keys choose and Enter submits, so the button that closes the dialog must not have the focus.
    expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: '误报' }))
    fireEvent.change(within(dialog).getByLabelText('备注（可不填）'), { target: { value: '探头积尘' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() =>
      expect(posts('close')[0]?.body).toEqual({
        result: 'false_alarm',
        note: '探头积尘',
        version: 1,
        key: expect.any(String),
      }),
    )
    await waitFor(() => expect(toasts).toContain('已关闭 1 起 · 规则 1 · 站 1'))
    const asked = lists().length
    await waitFor(() => expect(lists().length).toBeGreaterThanOrEqual(asked))
    expect((await rowOf(1)).dataset['done']).toBe('true')
  })

  it('keeps the selected result when the alarms are refreshed during input of a note', async () => {
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME }), episode(2)]
    const { client } = await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    fireEvent.click(within(dialog).getByRole('radio', { name: '已处理' }))
    fireEvent.change(within(dialog).getByLabelText('备注（可不填）'), { target: { value: '探头积尘' } })
    platform.rows = platform.rows.map((row) => ({ ...row, value: 977 }))
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(document.querySelector('[data-id="1"]')?.textContent).toContain('977'))
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() => expect(posts('close')[0]?.body).toMatchObject({ result: 'handled', note: '探头积尘' }))
  })

  it('shows that the timeline is incomplete instead of "no notifications"', async () => {
    platform.timeline = [{ at: 1, kind: 'left_out' }]
    await openPage(AlarmsRoom, '/?detail=1')
    expect(await screen.findByText('此前的部分记录未列出')).toBeTruthy()
    expect(screen.queryByText('没有发送任何通知')).toBeNull()
  })

  it('links to the rule of an alarm while the rule exists', async () => {
    platform.rows = [episode(1, { worst_level: 2 }), episode(2, { worst_level: null })]
    await openPage(AlarmsRoom, '/?detail=1')
    const rule = await screen.findByRole('link', { name: '规则：PM2.5 > 115.0' })
    expect(rule.getAttribute('href')).toBe('/alarmConfig/threshold/4')
    press('j')
    await atRow(2)
    expect(await screen.findByText('规则：PM2.5 > 115.0')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^规则：/ })).toBeNull()
  })

  it('shows the name of a previous assignee, and a dash for a result that no longer exists', async () => {
    const given = { kind: 'assign', user_id: 9, user_name: '李桂英' }
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME })]
    platform.timeline = [
      { at: 1, ...given, state: { work: 'new', assignee_id: 12 }, assignee_name: '张建国' },
      { at: 2, kind: 'close', user_id: 9, user_name: '李桂英', state: { work: 'closed', result: 'r9' } },
    ]
    await openPage(AlarmsRoom, '/?detail=1')
    expect(await screen.findByText('李桂英 指派给 张建国')).toBeTruthy()
    expect(screen.getByText('李桂英 关闭：—')).toBeTruthy()
  })

  it('closes with a result of the project, and shows its name in the timeline', async () => {
    platform.extensions.push('alarm-results')
    platform.results = [{ id: 'r1', name: '已校准', false: 0 }]
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME })]
    platform.timeline = [
      { at: 1, kind: 'close', user_id: 9, user_name: '李桂英', state: { work: 'closed', result: 'r1' } },
    ]
    await openPage(AlarmsRoom, '/?detail=1')
    expect(await screen.findByText(/李桂英.*已校准/)).toBeTruthy()
    await atRow(1)
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    expect(within(dialog).getAllByRole('radio')).toHaveLength(3)
    fireEvent.click(within(dialog).getByRole('radio', { name: '已校准' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() => expect(posts('close')[0]?.body).toMatchObject({ result: 'r1' }))
  })

  it('sends the version after its previous action, although the dialog was opened before the response', async () => {
    let answer = () => {}
    platform.held = new Promise((resolve) => (answer = resolve))
    // The platform is one version ahead, as after an act was undone.
    const later = platform.rows.map((row) => (row['id'] === 1 ? { ...row, version: 2 } : row))
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('a')
    await atRow(2)
    fireEvent.click(within(await rowOf(1)).getByRole('button'))
    await atRow(1)
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    platform.rows = later
    const read = lists().length
    answer()
    await waitFor(() => expect(platform.rows[0]?.['version']).toBe(3))
    await waitFor(() => expect(lists().length).toBeGreaterThan(read))
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() => expect(posts('close')[0]?.body).toMatchObject({ version: 3 }))
  })

  it('keeps the note when a colleague was faster, and offers to send it as a comment', async () => {
    platform.faster.set(1, '李桂英')
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('s')
    const dialog = await screen.findByRole('dialog', { name: /暂缓/ })
    fireEvent.click(within(dialog).getByRole('radio', { name: '直到加重' }))
    fireEvent.change(within(dialog).getByLabelText('备注（可不填）'), { target: { value: '等厂家' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '暂缓' }))
    await screen.findByText(/已保留所写：等厂家/)
    expect(posts('snooze')[0]?.body).toMatchObject({ worse: 1, note: '等厂家' })
    fireEvent.click(screen.getByRole('button', { name: '作为备注发送' }))
    await waitFor(() => expect(posts('comment')[0]?.body).toEqual({ note: '等厂家', key: expect.any(String) }))
  })

  it('moves the focus to the next row after an action by key, dialog or toolbar', async () => {
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    const opens = async (id: number) => (await rowOf(id)).querySelector<HTMLElement>('[data-part=episode]')
    const first = await opens(1)
    first?.focus()
    press('a')
    await waitFor(async () => expect(document.activeElement).toBe(await opens(2)))
    press('s')
    const dialog = await screen.findByRole('dialog', { name: /暂缓/ })
    fireEvent.click(within(dialog).getByRole('button', { name: '暂缓' }))
    await waitFor(async () => expect(document.activeElement).toBe(await opens(3)))
    press('x')
    const take = within(await screen.findByRole('toolbar')).getByRole('button', { name: '接手' })
    take.focus()
    fireEvent.click(take)
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    await waitFor(async () => expect(document.activeElement).toBe(await opens(current())))
  })

  it('acts on the selected rows in one request, and shows why one failed', async () => {
    platform.faster.set(2, '李桂英')
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('x')
    press('j')
    await atRow(2)
    press('x')
    await screen.findByText('已选 2 起')
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '接手' }))
    await waitFor(() =>
      expect(posts()[0]?.body).toEqual({
        ids: [1, 2],
        action: 'acknowledge',
        versions: [1, 1],
        key: expect.any(String),
      }),
    )
    await screen.findByText('1 起未成功')
    await screen.findByText('站 2 · 已有人接手')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('sends the version after its own actions for each selected alarm', async () => {
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('a')
    await atRow(2)
    press('x')
    fireEvent.click(within(await rowOf(1)).getByRole('button'))
    await atRow(1)
    press('x')
    await screen.findByText('已选 2 起')
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() => expect(posts('batch')).toHaveLength(1))
    const { ids: closed = [], versions = [] } = (posts('batch')[0]?.body ?? {}) as {
      ids?: number[]
      versions?: number[]
    }
    expect(new Map(closed.map((id, at) => [id, versions[at]]))).toEqual(
      new Map([
        [1, 2],
        [2, 1],
      ]),
    )
  })

  it('offers undo for each of several actions, and undoes the newest with Z', async () => {
    await openPage(withToasts, '/')
    for (const id of [1, 2, 3]) {
      await atRow(id)
      press('a')
    }
    await waitFor(() => expect(offers()).toEqual([1, 2, 3].map((id) => `已接手 1 起 · 规则 ${id} · 站 ${id}`)))
    fireEvent.click(undoOf('规则 1'))
    await waitFor(() => expect(undone()).toEqual([[1]]))
    press('z')
    await waitFor(() => expect(undone()).toEqual([[1], [3]]))
    await waitFor(() => expect(platform.rows.map(({ work }) => work)).toEqual(['new', 'acknowledged', 'new']))
    expect(offers()).toEqual(['已接手 1 起 · 规则 2 · 站 2'])
  })

  it('withdraws the undo of an action after a later one on the same alarm', async () => {
    await openPage(withToasts, '/')
    await atRow(1)
    press('a')
    await waitFor(() => expect(offers()).toEqual(['已接手 1 起 · 规则 1 · 站 1']))
    fireEvent.click(within(await rowOf(1)).getByRole('button'))
    await atRow(1)
    press('e')
    const dialog = await screen.findByRole('dialog', { name: /关闭报警/ })
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭报警' }))
    await waitFor(() => expect(offers()).toEqual(['已关闭 1 起 · 规则 1 · 站 1']))
  })

  it('stores actions while offline, and sends them when the network is back', async () => {
    platform.down = true
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('a')
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    press('a')
    await screen.findByText('没有网络，2 步已存，恢复后发送')
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    expect(kept()).toHaveLength(1)
    platform.down = false
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/没有网络/)).toBeNull())
    expect(platform.rows.map(({ work }) => work)).toEqual(['acknowledged', 'new', 'new'])
    expect(kept()).toEqual([])
  })

  it('groups the rows of an incident, and keeps the list when the details cannot be loaded', async () => {
    platform.broken = true
    platform.rows = [episode(1, { incident: 8 }), episode(2), episode(3, { incident: 8 })]
    await openPage(AlarmsRoom, '/')
    await rowOf(1)
    const incident = screen.getByRole('region', { name: '事件 · 河岸' })
    expect([...incident.querySelectorAll<HTMLElement>('[data-id]')].map(({ dataset }) => dataset['id'])).toEqual([
      '1',
      '3',
    ])
    await within(detail()).findByText('读取失败')
    // Unknown data must not look as if it were loading.
    for (const name of ['经过', '通知了谁'])
      expect(within(detail()).getByRole('region', { name }).textContent).toContain('—')
    expect(ids()).toEqual([2, 1, 3])
  })

  it('lists an alarm separately after removal from its incident, and undoes that', async () => {
    platform.rows = [episode(1, { incident: 8 }), episode(3, { incident: 8 })]
    await openPage(withToasts, '/?detail=1')
    await screen.findByRole('region', { name: '事件 · 河岸' })
    fireEvent.click(await within(detail()).findByRole('button', { name: '移出事件' }))
    await waitFor(() => expect(posts('split').map(({ path }) => path)).toEqual(['episodes/1/split']))
    await waitFor(() => expect(screen.queryByRole('region', { name: '事件 · 河岸' })).toBeNull())
    await waitFor(() => expect(within(detail()).queryByRole('button', { name: '移出事件' })).toBeNull())
    fireEvent.click(await screen.findByRole('button', { name: '撤销' }))
    await screen.findByRole('region', { name: '事件 · 河岸' })
    expect(posts('undo').map(({ path }) => path)).toEqual(['episodes/1/undo'])
  })

  it('resends a message that was given up, and offers that for no other', async () => {
    const message = { at: Date.now(), kind: 'message', channel: 5, send_ok: 0, reason: '已尝试 6 次，不再发送' }
    platform.timeline = [
      { ...message, id: 12, name: '值班群', address: 'robot.example', text: '超标 128 µg/m³', again: 1 },
      { ...message, id: 13, name: '仓库群', reason: '已暂缓', channel_kind: 2 },
    ]
    await openPage(AlarmsRoom, '/?detail=1')
    const told = within(await screen.findByRole('region', { name: '通知了谁' }))
    const button = await told.findByRole('button', { name: '重新发送 值班群' })
    expect(told.queryByRole('button', { name: '重新发送 仓库群' })).toBeNull()
    // The channel's name, where the platform tells it.
    expect(await told.findByText('企业微信')).toBeTruthy()
    expect(told.getByText('渠道')).toBeTruthy()
    // Text and target of the message, for the message of which the platform tells them.
    const [unfolded, ...others] = told.getAllByRole('group')
    expect([unfolded?.textContent, others]).toEqual(['内容robot.example超标 128 µg/m³', []])
    platform.timeline = [{ ...message, id: 12, name: '值班群', send_ok: -1, reason: null }]
    fireEvent.click(button)
    await waitFor(() => expect(told.queryByRole('button', { name: /^重新发送/ })).toBeNull())
    expect(posts('again').map(({ path }) => path)).toEqual(['alarmSendLog/12/again'])
  })

  it('shows that nothing is waiting and today’s closed count, and does not dim closed rows', async () => {
    platform.rows = [episode(1, { work: 'closed' })]
    await openPage(AlarmsRoom, '/')
    await screen.findByText('没有待处理的报警')
    await screen.findByText('今天已关闭 1 起')
    fireEvent.click(screen.getByRole('button', { name: /^今日已关/ }))
    expect((await rowOf(1)).dataset['done']).toBeUndefined()
  })

  it('shows an error when colleagues cannot be loaded, and loads them on retry', async () => {
    platform.nameless = true
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('m')
    const dialog = await screen.findByRole('dialog', { name: /指派/ })
    const problem = await within(dialog).findByText(/选项未加载/)
    platform.nameless = false
    fireEvent.click(within(problem).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(within(dialog).queryByText(/选项未加载/)).toBeNull())
    fireEvent.mouseDown(within(dialog).getByRole('combobox'))
    expect(await screen.findByRole('option', { name: '李桂英' })).toBeTruthy()
  })

  it.each([
    ['only users who may work on the episode', [9], ['我', '李桂英']],
    ['all users if it is unknown who may work on the episode', null, ['我', '李桂英', '王强']],
  ])('offers as assignees %s', async (_whom, fitting, names) => {
    platform.extensions.push('episode-assignees')
    platform.users.push({ id: 10, username: 'wang', nickname: '王强' })
    platform.fitting = fitting
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('m')
    const dialog = await screen.findByRole('dialog', { name: /指派/ })
    if (!fitting) await within(dialog).findByText(/选项未加载/)
    fireEvent.mouseDown(within(dialog).getByRole('combobox'))
    await screen.findByRole('option', { name: '李桂英' })
    const options = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(names)
    expect(platform.sent.find(({ path }) => path === 'episodes/assignees')?.body).toEqual({ ids: [1] })
  })

  it('assigns an alarm to a colleague, and ignores shortcuts once they are switched off', async () => {
    await openPage(AlarmsRoom, '/')
    await atRow(1)
    press('m')
    const dialog = await screen.findByRole('dialog', { name: /指派/ })
    fireEvent.mouseDown(within(dialog).getByRole('combobox'))
    fireEvent.click(await screen.findByRole('option', { name: '李桂英' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '指派' }))
    await waitFor(() => expect(posts('assign')[0]?.body).toEqual({ user_id: 9, version: 1, key: expect.any(String) }))
    await atRow(2)
    press('?')
    const sheet = await screen.findByRole('dialog', { name: '全部快捷键' })
    fireEvent.click(within(sheet).getByRole('switch'))
    fireEvent.click(within(sheet).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('a')
    press('j')
    expect(posts('acknowledge')).toEqual([])
    expect(current()).toBe(2)
  })
})
