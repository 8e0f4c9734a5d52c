// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { sample, type FakePlatform } from './crudWorld.tsx'
import { device, openDialog, startDevices, type DeviceWorld } from './deviceWorld.tsx'

let platform: FakePlatform
let answers: DeviceWorld['answers']
beforeEach(() => {
  ;({ platform, answers } = startDevices())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const put = () => platform.sent.filter(({ method }) => method === 'PUT')

describe('virtual rule form', () => {
  const openRule = async () => {
    const opened = await openDialog('/manage/device/7/virtual/7')
    const dialog = await screen.findByRole('dialog', { name: '编辑虚拟规则' })
    await within(dialog).findByRole('group', { name: '24 小时取值曲线' })
    return {
      ...opened,
      dialog,
      cell: (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name, { selector: 'input' }),
      handle: (name: string) => within(dialog).getByLabelText(name, { selector: '[role=slider]' }),
      undo: () => within(dialog).getByRole('button', { name: '撤销' }),
    }
  }

  it('edits the curve by keyboard and saves only the changed values', async () => {
    const { dialog, cell, handle, location } = await openRule()
    expect(cell('8 时基准值').value).toBe('2.5')
    const eight = handle('8 时基准值')
    const before = Number(eight.getAttribute('aria-valuenow'))
    fireEvent.keyDown(eight, { key: 'ArrowUp' })
    await waitFor(() => expect(Number(cell('8 时基准值').value)).toBeGreaterThan(before))
    fireEvent.keyDown(eight, { key: 'ArrowRight' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('9 时基准值')
    fireEvent.keyDown(handle('9 时随机值'), { key: 'Home' })
    await waitFor(() => expect(cell('9 时随机值').value).toBe('0'))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device/7/virtual'))
    expect(put()[0]?.path).toBe('godbDeviceAi/7')
    expect(Object.keys(put()[0]?.body ?? {}).toSorted()).toEqual(['base_num_8', 'rand_num_9'])
  })

  it('undoes one gesture at a time', async () => {
    const { cell, handle, undo } = await openRule()
    expect(undo().getAttribute('aria-disabled')).toBe('true')
    for (let press = 0; press < 3; press++) fireEvent.keyDown(handle('0 时基准值'), { key: 'PageUp' })
    fireEvent.blur(handle('0 时基准值'))
    fireEvent.change(cell('1 时基准值'), { target: { value: '40' } })
    await waitFor(() => expect(handle('1 时基准值').getAttribute('aria-valuenow')).toBe('40'))
    fireEvent.click(undo())
    await waitFor(() => expect(cell('1 时基准值').value).toBe('2.5'))
    fireEvent.click(undo())
    await waitFor(() => expect(cell('0 时基准值').value).toBe('2.5'))
    expect(undo().getAttribute('aria-disabled')).toBe('true')
  })

  it('sets, shifts and smooths the values of the whole day', async () => {
    const { dialog, cell } = await openRule()
    const all = within(dialog).getByRole('textbox', { name: '全部设为的数值' })
    fireEvent.change(all, { target: { value: '12' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '设为基准值' }))
    await waitFor(() => expect(cell('23 时基准值').value).toBe('12'))
    expect(cell('23 时随机值').value).toBe('2.5')
    fireEvent.change(cell('0 时基准值'), { target: { value: '20' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '推后 1 小时' }))
    await waitFor(() => expect(cell('1 时基准值').value).toBe('20'))
    fireEvent.click(within(dialog).getByRole('button', { name: '平滑' }))
    await waitFor(() => expect(cell('0 时基准值').value).toBe('14'))
  })

  it('copies the node’s mean of the last 3 days, or reports that there is no history', async () => {
    const { dialog, cell } = await openRule()
    answers['godbAllHistoricaldataById'] = []
    fireEvent.click(within(dialog).getByRole('button', { name: '取近 3 天均值' }))
    await within(dialog).findByText('这个节点最近没有历史数据')
    answers['godbAllHistoricaldataById'] = [
      { insertdate: new Date(2026, 1, 1, 5).getTime(), historydata: '30', nodemapid: 7 },
      { insertdate: new Date(2026, 1, 1, 5).getTime(), historydata: 99, nodemapid: 8 },
    ]
    fireEvent.click(within(dialog).getByRole('button', { name: '取近 3 天均值' }))
    await waitFor(() => expect(cell('17 时基准值').value).toBe('30'))
  })

  it('reports which of the 48 values is not a number and sends nothing', async () => {
    const { dialog, cell } = await openRule()
    fireEvent.change(cell('3 时随机值'), { target: { value: 'x' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await within(dialog).findByText(/^3 时随机值: /, { selector: 'p' })
    expect(cell('3 时随机值').getAttribute('aria-invalid')).toBe('true')
    expect(put()).toEqual([])
  })

  it('hides an unneeded reference device field only when the platform announces resources', async () => {
    const other = (dialog: HTMLElement) => within(dialog).queryByRole('combobox', { name: /^引用设备/ })
    const { dialog, unmount } = await openRule()
    await waitFor(() => expect(other(dialog)).not.toBeNull())
    unmount()
    forgetCapabilities()
    answers['capabilities'] = { extensions: ['credential', 'resources'] }
    const known = await openRule()
    await waitFor(() => expect(other(known.dialog)).toBeNull())
  })

  it('offers reference devices of the same project only', async () => {
    const { project_id } = sample(device)
    platform.rows.set('godbDevice', [
      { ...sample(device), name: 'A' },
      { ...sample(device, 8), name: 'B', project_id },
      { ...sample(device, 9), name: 'C', project_id: 900 },
    ])
    const rule = sample(resourceOf('manage/device/virtual'))
    platform.rows.set('godbDeviceAi', [{ ...rule, amend_type: '1', device_ai_type: 2, other_device_id: 8 }])
    const { dialog } = await openRule()
    const other = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: /^引用设备/ })
    await waitFor(() => expect(other.value).toBe('B'))
    fireEvent.mouseDown(other)
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['A', 'B'])
  })

  it('selects a node of the device’s model and several reasons for amending', async () => {
    const { dialog, location } = await openRule()
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: '超量程时修正' }))
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^节点(?!类型)/ }))
    fireEvent.click(await screen.findByRole('option', { name: /文本7/ }))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device/7/virtual'))
    expect(put()[0]?.body).toEqual({ amend_type: '1,2' })
  })
})
