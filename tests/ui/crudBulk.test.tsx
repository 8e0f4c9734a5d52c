// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { localStorageStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { allResources, resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

const gateway = resourceOf('manage/gateway')
const device = resourceOf('manage/device')
let platform: FakePlatform
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const fill = (count: number) =>
  platform.rows.set(
    'godbGateway',
    Array.from({ length: count }, (_, index) => ({ ...sample(gateway, index + 1), name: `网关${index + 1}` })),
  )

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `选择 ${name}` })

describe('selected rows', () => {
  it('persist across pages, make the header’s checkbox indeterminate and replace the filters by a toolbar', async () => {
    fill(11)
    await openScreen(gateway, '/manage/gateway')
    fireEvent.click(await box('网关2'))
    expect((await screen.findByRole('toolbar')).textContent).toContain('已选 1 项')
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getAllByRole('checkbox', { name: '选择本页全部' })[0]?.getAttribute('data-indeterminate')).toBe(
      'true',
    )
    fireEvent.click(screen.getByRole('button', { name: '第 2 页' }))
    fireEvent.click(await box('网关11'))
    expect(screen.getByRole('toolbar').textContent).toContain('已选 2 项')
    fireEvent.click(screen.getByRole('button', { name: '清除选择' }))
    await screen.findByRole('searchbox')
  })

  it('are deleted one by one with the result of each, and failed ones stay selected', async () => {
    fill(3)
    platform.refuse = ({ method, path }) =>
      method === 'DELETE' && path.endsWith('/2')
        ? {
            status: 409,
            code: 409,
            msg: '仍被使用',
            data: { uses: [{ resource: 'device', id: 3, name: '水位站' }], more: 4 },
          }
        : null
    await openScreen(gateway, '/manage/gateway')
    await box('网关1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '批量删除' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(platform.sent.some(({ method }) => method === 'DELETE')).toBe(false)
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    await within(dialog).findByText('已处理 3 / 3，失败 1')
    expect(within(dialog).getByRole('link', { name: '设备 水位站' }).getAttribute('href')).toBe('/manage/device/3')
    expect(dialog.textContent).toContain('另有 4 条')
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 1 项'))
    expect(platform.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(3)
  })

  it('include all 457 matches of a filter over several pages, and are all deleted', async () => {
    fill(2345)
    platform.refuse = ({ query }) =>
      Number(query['page_size']) > 1000 ? { status: 400, code: 400, msg: '每页太多' } : null
    await openScreen(gateway, '/manage/gateway?filter=%7B%22q%22%3A%22%E7%BD%91%E5%85%B32%22%7D')
    await box('网关2')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '选择符合条件的全部 457 项' }))
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 457 项'))
    // The rows were already read: they are not requested again.
    expect(platform.sent.filter(({ path, query }) => path === 'godbGateway' && 'ids' in query)).toEqual([])
    fireEvent.click(await screen.findByRole('button', { name: '批量删除' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('确定要删除 457 条记录吗')
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(platform.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(457))
    expect(platform.rows.get('godbGateway')).toHaveLength(2345 - 457)
  })

  it('include all 2345 records although a page holds at most 1000', async () => {
    fill(2345)
    await openScreen(gateway, '/manage/gateway')
    await box('网关2')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '选择符合条件的全部 2345 项' }))
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 2345 项'))
  })

  it('are exported by the server if a filter matches them all, and otherwise written in the browser', async () => {
    fill(1500)
    const files: string[] = []
    const fetching = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('/capabilities'))
        return new Response(JSON.stringify({ code: 0, msg: '', data: { version: 'v1', extensions: ['export'] } }))
      if (!url.includes('/export?')) return fetching(url, init)
      files.push(new URL(url, 'http://platform').search)
      return new Response('x')
    })
    await openScreen(gateway, '/manage/gateway?filter=%7B%22q%22%3A%22%E7%BD%91%E5%85%B3%22%7D&sort=name&order=DESC')
    await screen.findAllByRole('checkbox', { name: /^选择 网关/ })
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '选择符合条件的全部 1500 项' }))
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 1500 项'))
    fireEvent.click(screen.getByRole('button', { name: '导出所选' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /Excel/ }))
    await waitFor(() => expect(files).toHaveLength(1))
    const asked = new URLSearchParams(files[0])
    expect([asked.get('search'), asked.get('sort'), asked.get('order'), asked.get('ids')]).toEqual([
      '网关',
      'name',
      'desc',
      null,
    ])
    fireEvent.click(screen.getAllByRole('checkbox', { name: /^选择 网关/ })[0] as HTMLElement)
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 1499 项'))
    const written = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    fireEvent.click(screen.getByRole('button', { name: '导出所选' }))
    await waitFor(() => expect(written).toHaveBeenCalled())
    const [[file] = []] = written.mock.calls
    expect((await new Response(file as Blob).text()).trim().split('\r\n')).toHaveLength(1500)
    expect(files).toHaveLength(1)
  })

  it('open the previous page after all rows of the last page are deleted', async () => {
    fill(22)
    const { location } = await openScreen(gateway, '/manage/gateway?page=3')
    await box('网关22')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '批量删除' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    await findRow(/网关20/)
    expect(new URLSearchParams(location.current.split('?')[1]).get('page')).toBe('2')
  })

  it('are deselected when deleted by their own menu', async () => {
    fill(2)
    await openScreen(gateway, '/manage/gateway')
    fireEvent.click(await box('网关2'))
    fireEvent.click(screen.getByRole('button', { name: '网关2 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    await screen.findByRole('searchbox')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('are kept if not yet processed when a bulk deletion is stopped', async () => {
    fill(3)
    let let1 = () => {}
    const fetching = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method === 'DELETE') await new Promise<void>((resolve) => (let1 = resolve))
      return fetching(url, init)
    })
    await openScreen(gateway, '/manage/gateway')
    await box('网关1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '批量删除' }))
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    fireEvent.click(await within(dialog).findByRole('button', { name: '停止' }))
    let1()
    await within(dialog).findByText('已停止：成功 1，失败 0，未处理 2')
    expect(platform.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('of devices are started in one request, or one by one if that is rejected', async () => {
    platform.rows.set(
      'godbDevice',
      [1, 2].map((id) => ({ ...sample(device, id), name: `站${id}` })),
    )
    platform.refuse = ({ path, body }) =>
      path === 'godbDeviceBatchControlState' && String(body['dev_id_list']).includes('2')
        ? { status: 404, code: 404, msg: '记录不存在' }
        : null
    const { toasts } = await openScreen(device, '/manage/device')
    await box('站1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '批量启动' }))
    const dialog = await screen.findByRole('alertdialog')
    await within(dialog).findByText('已处理 2 / 2，失败 1')
    const calls = platform.sent.filter(({ path }) => path === 'godbDeviceBatchControlState').map(({ body }) => body)
    expect(calls).toEqual([
      { control_state: 0, dev_id_list: '1,2' },
      { control_state: 0, dev_id_list: '1' },
      { control_state: 0, dev_id_list: '2' },
    ])
    platform.refuse = () => null
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
    fireEvent.click(await screen.findByRole('button', { name: '批量停止' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '批量停止' }))
    await waitFor(() => expect(toasts).toContain('crud.bulk.stopSuccess'))
  })

  it('of devices are stopped after a confirmation with their count, and restarted by "undo"', async () => {
    platform.rows.set(
      'godbDevice',
      [0, 0, 1].map((control_state, at) => ({ ...sample(device, at + 1), name: `站${at + 1}`, control_state })),
    )
    const calls = () =>
      platform.sent.filter(({ path }) => path === 'godbDeviceBatchControlState').map(({ body }) => body)
    await openScreen(device, '/manage/device', { withToasts: true })
    await box('站1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: '批量停止' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确定要停止 3 台设备吗？')
    fireEvent.click(within(question).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(calls()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '批量停止' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '批量停止' }))
    fireEvent.click(await screen.findByRole('button', { name: '撤销' }))
    await screen.findByText('已撤销，2 台设备已重新启动')
    // The third device was already stopped.
    expect(calls()).toEqual([
      { control_state: 1, dev_id_list: '1,2,3' },
      { control_state: 0, dev_id_list: '1,2' },
    ])
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })

  it.each(allResources.filter(({ screen: shown }) => shown))(
    'of $path have checkboxes only if a bulk action needs no further permission',
    async (resource) => {
      await openScreen(resource, `/${resource.path}`, { keys: [resource.menuKey] })
      await findRow(new RegExp(String(sample(resource)[resource.title])))
      const free = resource.access.delete === null || (resource.bulk ?? []).some(({ needs }) => needs === undefined)
      expect(screen.queryAllByRole('checkbox', { name: /^选择/ }).length > 0).toBe(free && !resource.tree)
      if (resource.fields['project_id']?.superOnly)
        expect(screen.queryByRole('columnheader', { name: /项目/ })).toBeNull()
    },
  )
})

describe('list settings', () => {
  it('save, apply and delete a named filter', async () => {
    fill(3)
    platform.announced = ['sort']
    const { location } = await openScreen(gateway, '/manage/gateway?search=网关2&sort=name')
    await findRow(/网关2/)
    fireEvent.click(screen.getByRole('button', { name: '已存筛选' }))
    fireEvent.change(await screen.findByRole('textbox', { name: '筛选名称' }), { target: { value: '我的' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByRole('menuitem', { name: /我的/ })
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    fireEvent.click(await screen.findByRole('button', { name: '网关名称 / 注册码' }))
    await waitFor(() => expect(location.current).toContain('order=DESC'))
    fireEvent.click(await screen.findByRole('button', { name: '已存筛选' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /我的/ }))
    await waitFor(() => expect(location.current).not.toContain('order=DESC'))
    expect(JSON.parse(new URLSearchParams(location.current.split('?')[1]).get('filter') ?? '')).toEqual({ q: '网关2' })
    fireEvent.click(await screen.findByRole('button', { name: '已存筛选：我的' }))
    fireEvent.click(await screen.findByRole('button', { name: '删除筛选 我的' }))
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: /我的/ })).toBeNull())
  })

  it('resize columns by keyboard, store the width, and reset it', async () => {
    localStorage.clear()
    const store = localStorageStore('1', 'Test')
    const first = await openScreen(gateway, '/manage/gateway', { store })
    const edge = () => screen.findByRole('separator', { name: '调整“备注”列宽' })
    fireEvent.keyDown(await edge(), { key: 'ArrowRight' })
    await waitFor(() =>
      expect(screen.getByRole('separator', { name: '调整“备注”列宽' }).getAttribute('aria-valuenow')).toBe('60'),
    )
    const width = () => screen.getByRole('separator', { name: '调整“备注”列宽' }).closest('th')?.style.width
    expect(width()).toBe('60px')
    fireEvent.keyDown(await edge(), { key: 'ArrowRight' })
    await waitFor(() => expect(width()).toBe('76px'))
    first.unmount()
    await openScreen(gateway, '/manage/gateway', { store })
    await edge()
    expect(width()).toBe('76px')
    fireEvent.keyDown(await edge(), { key: 'Enter' })
    await waitFor(() => expect(width()).toBe(''))
  })
})
