// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sample } from './crudWorld.tsx'
import { device, openDialog, startDevices } from './deviceWorld.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('device form rejects a save cycle that is not from 1 to 99,999,999 minutes', async () => {
  const { platform } = startDevices()
  platform.rows.set('godbDevice', [{ ...sample(device), save_cycle: 0 }])
  const puts = () => platform.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const { dialog } = await openDialog('/manage/device/7')
  const mode = await within(dialog).findByRole('combobox', { name: /^存储方式/ })
  expect(mode.textContent).toBe('不存储')
  fireEvent.mouseDown(mode)
  fireEvent.click(await screen.findByRole('option', { name: '周期存储' }))
  const minutes = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: '存储方式: 分钟' })
  const type = (value: string) => fireEvent.change(minutes, { target: { value } })
  const save = () => fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  // The number that is already stored, but under another mode.
  type('0')
  save()
  await within(dialog).findByText('请输入大于 0 的整数')
  type('100000000')
  await within(dialog).findByText('不能大于 99999999')
  type('-1')
  await within(dialog).findByText('请输入大于 0 的整数')
  expect(mode.textContent).toBe('周期存储')
  expect(puts()).toEqual([])
  type('10')
  await waitFor(() => expect(within(dialog).queryByText('请输入大于 0 的整数')).toBeNull())
  save()
  await waitFor(() => expect(puts()).toEqual([{ save_cycle: 10 }]))
})
