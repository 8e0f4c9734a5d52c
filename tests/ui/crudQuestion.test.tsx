// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { type } from './gatewayForm.ts'

const ask = vi.hoisted(() => vi.fn())
vi.mock('../../src/entities/device/moves.ts', () => ({ askDeviceMove: ask, askAreaMove: ask }))

const device = resourceOf('manage/device')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDevice', [{ ...sample(device, 7), name: '水位站', sn: '1002' }])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('device form shows its definition’s confirmation before saving, and saves only if it is accepted', async () => {
  ask.mockResolvedValue({
    title: 'crud.move.deviceTitle',
    text: 'crud.move.device',
    confirm: 'crud.move.confirm',
    args: { count: 2, smart_count: 2 },
  })
  await openScreen(device, '/manage/device/7')
  const dialog = await screen.findByRole('dialog')
  type(await within(dialog).findByLabelText(/^设备名称/), '水位站二')
  const save = within(dialog).getByRole('button', { name: '保存' })
  const puts = () => platform.sent.filter(({ method }) => method === 'PUT')
  fireEvent.click(save)
  const question = await screen.findByRole('alertdialog', { name: '移动设备？' })
  expect(question.textContent).toContain('2 条报警仍在持续')
  fireEvent.click(within(question).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(puts()).toEqual([])
  fireEvent.click(save)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '移动' }))
  await waitFor(() => expect(puts()).toHaveLength(1))
  expect(ask).toHaveBeenLastCalledWith({
    record: expect.objectContaining({ id: 7 }),
    values: expect.objectContaining({ name: '水位站二' }),
  })
})

it('device form saves without a confirmation when the check for it fails', async () => {
  ask.mockRejectedValue(new Error('403'))
  await openScreen(device, '/manage/device/7')
  const dialog = await screen.findByRole('dialog')
  type(await within(dialog).findByLabelText(/^设备名称/), '水位站三')
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(platform.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1))
})
