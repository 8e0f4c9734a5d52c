// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const now = Date.now()
const node = { registertype: 1, node_script: null, unitname: '', min_value: 0, max_value: 1 }
const switched = (id: number, given: object = {}) => ({
  id,
  episode_id: 1,
  device_id: 8,
  device_name: `喷淋 ${id}`,
  nodemap_id: 13,
  node_name: '水泵',
  node,
  before: 0,
  after: 1,
  at: now,
  within: 30_000,
  result: 'confirmed',
  reported: 1,
  ended_at: now,
  reason: null,
  undone: 0,
  undo: null,
  undoable: 1,
  ...given,
})
const block = async () => within(await screen.findByRole('region', { name: '联动控制' }))
const texts = async () => (await block()).getAllByRole('listitem').map(({ textContent }) => textContent)

describe('automatic control section of an alarm', () => {
  it('lists each value set with the device’s response in words', async () => {
    platform.switches = [
      switched(1),
      switched(2, { result: null, reported: null, undoable: 0 }),
      switched(3, { result: 'different', reported: 0 }),
      switched(4, { result: 'timed_out', reported: null, node: null, before: null, undoable: 0 }),
      switched(5, { result: 'refused', reported: null, reason: '已连锁 3 级', undoable: 0, episode_id: 9 }),
      switched(6, { undone: 1, undo: { at: now, user_id: 9, user_name: '李桂英', result: 'confirmed' }, undoable: 0 }),
    ]
    await openPage(AlarmsRoom, '/')
    const shown = await texts()
    expect(shown[0]).toContain('水泵 关 → 开已确认')
    expect(shown[1]).toContain('等待设备确认')
    expect(shown[2]).toContain('不一致，设备上报 关')
    // A user who may not see the device sees the value set, but not the value before.
    expect(shown[3]).toContain('水泵 — → 1超时，设备没有上报')
    expect(shown[4]).toContain('未下发 · 已连锁 3 级')
    expect(shown[4]).toContain('由后续报警引起')
    expect(shown[5]).toContain('李桂英 已撤销')
    const shownBlock = await block()
    expect(shownBlock.getAllByRole('button', { name: /^撤销 / })).toHaveLength(2)
    expect(shownBlock.queryByRole('link', { name: '喷淋 4' })).toBeNull()
  })

  it('undoes after confirmation and lists the values that stay with the reason', async () => {
    platform.switches = [switched(1), switched(2)]
    platform.undo = (ids) =>
      ids.map((id) => (id === 1 ? { id, code: 0 } : { id, code: 409, msg: '之后已有人另行设定，不再撤销' }))
    await openPage(AlarmsRoom, '/')
    fireEvent.click((await block()).getByRole('button', { name: '全部撤销' }))
    const asks = within(await screen.findByRole('dialog', { name: '改回联动前的数值？' }))
    expect(asks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '喷淋 1 水泵开 → 关',
      '喷淋 2 水泵开 → 关',
    ])
    expect(platform.sent.filter(({ path }) => path.endsWith('undo-switches'))).toEqual([])
    fireEvent.click(asks.getByRole('button', { name: '撤销' }))
    const left = within(await screen.findByRole('dialog', { name: '联动控制' }))
    expect(left.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '喷淋 2 水泵之后已有人另行设定，不再撤销',
    ])
    expect(platform.sent.filter(({ path }) => path.endsWith('undo-switches')).map(({ body }) => body)).toEqual([
      { ids: [1, 2] },
    ])
    fireEvent.click(left.getByText('关闭'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is hidden when nothing was set', async () => {
    platform.switches = []
    await openPage(AlarmsRoom, '/')
    await screen.findByRole('region', { name: '通知了谁' })
    expect(screen.queryByRole('region', { name: '联动控制' })).toBeNull()
  })
})
