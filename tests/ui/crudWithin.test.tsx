// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'

const product = resourceOf('manage/product')
const nodemap = resourceOf('manage/product/nodemap')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbNodemap', [
    { ...sample(nodemap, 4), alias: 'PM2.5', devicetype_id: 7 },
    { ...sample(nodemap, 5), alias: '温度', devicetype_id: 8 },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })

describe('child records', () => {
  it('are opened from the parent’s menu, and only the parent’s are listed', async () => {
    const { location } = await openScreen(product, '/manage/product')
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '节点映射' }))
    const dialog = await screen.findByRole('dialog', { name: '节点映射 文本7' })
    expect(location.current).toBe('/manage/product/7/nodemap')
    await within(dialog).findByText('PM2.5')
    expect(within(dialog).queryByText('温度')).toBeNull()
  })

  it('are created with the parent’s ID, and the dialog returns to their list', async () => {
    const { location } = await openScreen(product, '/manage/product/7/nodemap/create')
    const dialog = await screen.findByRole('dialog', { name: '新建节点映射' })
    type(await within(dialog).findByLabelText(/^别名/), '湿度')
    type(within(dialog).getByLabelText(/^节点地址/), '3')
    fireEvent.mouseDown(within(dialog).getByLabelText(/^节点/, { selector: 'input[role=combobox]' }))
    fireEvent.click((await screen.findAllByRole('option'))[0] as HTMLElement)
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/product/7/nodemap'))
    expect(platform.sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: 'godbNodemap',
      body: { devicetype_id: 7, node_id: 7, alias: '湿度', nodeaddr: 3 },
    })
  })
})
