// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sample } from './crudWorld.tsx'
import { device, openDialog, startDevices } from './deviceWorld.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('device form adds a cleaner, and keeps other properties of json_data and of existing cleaners', async () => {
  const { platform } = startDevices()
  const wang = { name: '王', car_num: '冀A·1', good: 3, status: 1 }
  const json_data = JSON.stringify({ floor: 2, cleaner_list: [wang] })
  platform.rows.set('godbDevice', [{ ...sample(device), json_data }])
  const { dialog } = await openDialog('/manage/device/7')
  fireEvent.click(await within(dialog).findByRole('button', { name: '添加保洁员' }))
  const plates = await within(dialog).findAllByRole('textbox', { name: '车牌号' })
  const [, second] = within(dialog).getAllByRole('textbox', { name: '姓名' })
  expect(plates).toHaveLength(2)
  fireEvent.change(second ?? dialog, { target: { value: '李' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(platform.sent.some(({ method }) => method === 'PUT')).toBe(true))
  const cleaner_list = [wang, { name: '李', car_num: '' }]
  expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    json_data: { String: JSON.stringify({ floor: 2, cleaner_list }), Valid: true },
  })
})
