// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { localStorageStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow, getRow, queryRow } from './rows.ts'

const gateway = resourceOf('manage/gateway')
const area = resourceOf('manage/area')
const device = resourceOf('manage/device')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
})
afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
})

const fill = (count: number) =>
  platform.rows.set(
    'godbGateway',
    Array.from({ length: count }, (_, index) => ({ ...sample(gateway, index + 1), name: `网关${index + 1}` })),
  )
const lists = () =>
  platform.sent.filter(({ method, path }) => method === 'GET' && path === 'godbGateway').map(({ query }) => query)

/** The list's parameters in the address. */
const listIn = ({ current }: { current: string }) => new URLSearchParams(current.split('?')[1])

describe('entity list', () => {
  it('renders the permitted actions and requests its rows on the first render', async () => {
    fill(1)
    await openScreen(gateway, '/manage/gateway', { keys: ['3-4'] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(gateway.label[0])
    expect(screen.getByRole('button', { name: `新建${gateway.noun[0]}` })).toBeTruthy()
    expect(lists()).toHaveLength(1)
    await findRow(/网关1/)
    expect(screen.queryByRole('button', { name: /^编辑/ })).toBeNull()
  })

  it('disables the export until rows have been loaded', async () => {
    platform.refuse = ({ path }) => (path.startsWith('godbGateway') ? { status: 500, code: 500, msg: '' } : null)
    await openScreen(gateway, '/manage/gateway')
    const retry = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByRole('button', { name: '导出筛选结果' }).getAttribute('aria-disabled')).toBe('true')
    fill(3)
    platform.refuse = () => null
    fireEvent.click(retry)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '导出筛选结果' }).getAttribute('aria-disabled')).toBe('false'),
    )
  })

  it('names a record without a name by its code or its ID', async () => {
    platform.rows.set('godbGateway', [
      { ...sample(gateway, 7), name: '', regcode: '860102' },
      { ...sample(gateway, 8), name: ' ', regcode: '' },
    ])
    await openScreen(gateway, '/manage/gateway')
    expect((await screen.findByRole('button', { name: '编辑 860102' })).closest('tr')?.textContent).toMatch(/^#7860102/)
    fireEvent.click(screen.getByRole('button', { name: '#8 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('“#8”')
  })

  it('shows the ID of a reference when the loaded names lack it, but not when they fail to load', async () => {
    const cells = async () => (await screen.findByRole('button', { name: /更多操作/ })).closest('tr')?.textContent
    platform.rows.set('godbDevice', [{ ...sample(device, 7), devicetype_id: 38 }])
    platform.refuse = ({ path }) => (path === 'godbDevicetypeNameList' ? { status: 500, code: 500, msg: '' } : null)
    const { unmount } = await openScreen(device, '/manage/device')
    await waitFor(async () => expect(await cells()).not.toContain('…'))
    expect(await cells()).not.toContain('#38')
    unmount()
    platform.refuse = () => null
    await openScreen(device, '/manage/device')
    await waitFor(async () => expect(await cells()).toContain('#38'))
  })

  it('goes back a page after the last row of the last page is deleted', async () => {
    fill(11)
    const { location, toasts } = await openScreen(gateway, '/manage/gateway?page=2')
    fireEvent.click(await screen.findByRole('button', { name: '网关11 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('“网关11”')
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    await findRow(/网关10/)
    expect(listIn(location).get('page')).toBe('1')
    expect(toasts).toContain('crud.deleted')
  })

  it('goes back from page 3 to page 2 without requesting page 1', async () => {
    fill(21)
    const { location } = await openScreen(gateway, '/manage/gateway?page=3')
    fireEvent.click(await screen.findByRole('button', { name: '网关21 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    await findRow(/网关20/)
    expect(listIn(location).get('page')).toBe('2')
    expect(lists().map(({ current }) => current)).not.toContain('1')
  })

  it('moves the focus from a deleted row to the next one', async () => {
    fill(3)
    await openScreen(gateway, '/manage/gateway')
    const more = await screen.findByRole('button', { name: '网关2 的更多操作' })
    act(() => more.focus())
    fireEvent.click(more)
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(queryRow(/网关2/)).toBeNull())
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('网关3'))
  })

  it('keeps search, sort, page and project in the address, and sends them to the server', async () => {
    platform.announced = ['sort']
    fill(30)
    const { location } = await openScreen(gateway, '/manage/gateway')
    fireEvent.click(await screen.findByRole('button', { name: '网关名称 / 注册码' }))
    await waitFor(() => expect(location.current).toContain('sort=name'))
    fireEvent.click(screen.getByRole('button', { name: '第 3 页' }))
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ current: '3', sort: 'name', order: 'asc' }))
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: '网关2' } })
    fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ current: '1', search: '网关2', sort: 'name' }))
    expect(JSON.parse(listIn(location).get('filter') ?? '')).toEqual({ q: '网关2' })
    expect(listIn(location).get('page')).toBe('1')
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '所属项目' }))
    fireEvent.click(await screen.findByRole('option', { name: '文本7' }))
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ search: '网关2', pro_id: '7', sort: 'name' }))
    expect(JSON.parse(listIn(location).get('filter') ?? '')).toEqual({ q: '网关2', pro_id: 7 })
  })

  it('offers sorting without the sort extension only for lists loaded as a whole', async () => {
    const sorting = () => screen.getAllByRole('columnheader').filter((head) => head.querySelector('button'))
    fill(3)
    const { unmount } = await openScreen(gateway, '/manage/gateway?sort=name&order=ASC')
    await findRow(/网关1/)
    expect(sorting()).toEqual([])
    expect(screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'))).toEqual([])
    unmount()
    const whole = resourceOf('permissionCenter/permissiontype')
    await openScreen(whole, `/${whole.path}`)
    await findRow(/文本7/)
    expect(sorting().length).toBeGreaterThan(0)
  })

  it('opens page and dialog of its address, and keeps the page when the dialog is closed', async () => {
    fill(30)
    const { location } = await openScreen(gateway, '/manage/gateway/7?page=2')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByLabelText(/^网关名称/)
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway?page=2'))
    expect(lists().every(({ current }) => current === '2')).toBe(true)
  })

  it('does not reopen a closed dialog on browser back', async () => {
    fill(11)
    const { location, back } = await openScreen(gateway, '/manage/gateway')
    fireEvent.click(await screen.findByRole('button', { name: '第 2 页' }))
    await waitFor(() => expect(listIn(location).get('page')).toBe('2'))
    fireEvent.click(await screen.findByRole('button', { name: '编辑 网关11' }))
    const dialog = await screen.findByRole('dialog')
    expect(location.current).toMatch(/^\/manage\/gateway\/11\?/)
    expect(listIn(location).get('page')).toBe('2')
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.current).toMatch(/^\/manage\/gateway\?/))
    expect(listIn(location).get('page')).toBe('2')
    await back()
    expect(location.current).toBe('/manage/gateway')
  })

  it('shows that nothing matches, and clears the filters', async () => {
    const { location } = await openScreen(gateway, '/manage/gateway?search=none&project=7')
    await screen.findByText('没有符合条件的记录')
    fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
    await findRow(/文本7/)
    expect(listIn(location).get('filter')).toBe('{}')
  })

  it('offers to create the first record', async () => {
    platform.rows.set('godbGateway', [])
    const { location } = await openScreen(gateway, '/manage/gateway')
    await screen.findByText('还没有网关')
    fireEvent.click(screen.getAllByRole('button', { name: '新建网关' }).at(-1) as HTMLElement)
    await waitFor(() => expect(location.current).toBe('/manage/gateway/create'))
  })

  it('keeps the rows when loading a page fails, and loads it on retry', async () => {
    fill(30)
    await openScreen(gateway, '/manage/gateway')
    await findRow(/网关10/)
    platform.refuse = ({ path }) => (path === 'godbGateway' ? { status: 500, code: 500, msg: '数据库没有回应' } : null)
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    expect((await screen.findByRole('alert')).textContent).toContain('数据库没有回应')
    // The list goes back to the page before.
    await findRow(/网关10/)
    platform.refuse = () => null
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await findRow(/网关20/)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('hides a column and stores that per user', async () => {
    localStorage.clear()
    const store = localStorageStore('1', 'Test')
    const first = await openScreen(gateway, '/manage/gateway', { store })
    await findRow(/文本7/)
    fireEvent.click(screen.getByRole('button', { name: '选择列' }))
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: '备注' }))
    await waitFor(() => expect(screen.queryByText('说明7')).toBeNull())
    first.unmount()
    const second = await openScreen(gateway, '/manage/gateway', { store })
    await findRow(/文本7/)
    expect(screen.queryByRole('separator', { name: '调整“备注”列宽' })).toBeNull()
    second.unmount()
    await openScreen(gateway, '/manage/gateway', { store, id: 6 })
    expect(await screen.findByRole('separator', { name: '调整“备注”列宽' })).toBeTruthy()
  })

  it('lists the records that use a record that cannot be deleted', async () => {
    platform.refuse = ({ method }) =>
      method === 'DELETE'
        ? {
            status: 409,
            code: 409,
            msg: '仍被使用',
            data: { uses: [{ resource: 'device', path: 'manage/device', id: 3, title: '水位站' }] },
          }
        : null
    await openScreen(gateway, '/manage/gateway')
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除网关' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    const link = await screen.findByRole('link', { name: '设备 水位站' })
    expect(link.getAttribute('href')).toBe('/manage/device/3')
    expect(screen.getByRole('alert').textContent).toContain('仍被使用')
    // The keyboard focus stays in the dialog.
    expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true)
  })
})

describe('area tree beside a list', () => {
  const open = async (extensions: string[]) => {
    const row = (id: number, name: string, superid: number) => ({ ...sample(area, id), name, superid })
    platform.rows.set('godbDistrict', [row(2, '城', 1), row(3, '东区', 2), row(4, '东区一片', 3)])
    const counted = [
      { district_id: 3, count: '5' },
      { district_id: 4, count: 2 },
      { district_id: 0, count: 1 },
    ]
    platform.refuse = ({ path }) =>
      path === 'capabilities'
        ? { status: 200, code: 0, msg: '', data: { extensions } }
        : path === 'godbDevice/areas'
          ? { status: 200, code: 0, msg: '', data: counted }
          : null
    await openScreen(device, '/manage/device')
  }
  const areLines = (lines: string[]) =>
    waitFor(() => expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(lines))

  it('shows the number of records per area including descendants, and in total', async () => {
    await open(['areas'])
    await areLines(['全部区域8', '城7', '东区7'])
  })

  it('opens in a drawer on a narrow screen, which closes with the choice', async () => {
    await open([])
    await areLines(['全部区域', '城', '东区'])
    fireEvent.click(screen.getByLabelText('选择区域'))
    const drawer = await screen.findByRole('dialog', { name: '选择区域' })
    fireEvent.click(await within(drawer).findByText('东区'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByLabelText('选择区域').getAttribute('aria-pressed')).toBe('true'))
  })

  it('neither shows nor requests counts without the areas extension', async () => {
    await open([])
    await areLines(['全部区域', '城', '东区'])
    expect(platform.sent.some(({ path }) => path === 'godbDevice/areas')).toBe(false)
  })
})

describe('tree list', () => {
  beforeEach(() => {
    const row = (id: number, name: string, superid: number) => ({ ...sample(area, id), name, superid })
    platform.rows.set('godbDistrict', [row(2, '城', 1), row(3, '东区', 2), row(4, '东区一片', 3), row(5, '西区', 2)])
  })

  it('collapses and expands branches', async () => {
    await openScreen(area, '/manage/area')
    fireEvent.click(await screen.findByRole('button', { name: '收起 东区' }))
    await waitFor(() => expect(queryRow(/东区一片/)).toBeNull())
    expect(getRow(/西区/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '展开 东区' }))
    await findRow(/东区一片/)
  })

  it('shows matches with their ancestors, also in collapsed branches', async () => {
    await openScreen(area, '/manage/area')
    fireEvent.click(await screen.findByRole('button', { name: '收起 城' }))
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: '一片' } })
    fireEvent.keyDown(search, { key: 'Enter' })
    await findRow(/东区一片/)
    expect(screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent ?? '')).toEqual([
      '',
      '城',
      '东区',
      '东区一片',
    ])
  })

  it('does not offer a record or its descendants as its parent', async () => {
    await openScreen(area, '/manage/area/3')
    const dialog = await screen.findByRole('dialog')
    const parent = await within(dialog).findByLabelText<HTMLInputElement>(/^上级区域/)
    await waitFor(() => expect(parent.value).toBe('城'))
    fireEvent.mouseDown(parent)
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(options).toEqual(['顶级', '城', '西区'])
  })
})
