// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allResources, resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { columnsOf } from '../../src/admin/list/table/columns.ts'
import { formProblems, shownFields, startValues } from '../../src/admin/form/formValues.ts'
import { hasRowActions, rightsOf } from '../../src/admin/rights.ts'
import { isSuper, mayUse } from '../../resources/kit/access.ts'
import { drawnIn, openScreen, sample, SAVED_PLAIN, startPlatform, whole, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const admin = { id: 5, super_id: 1, project_id: 1, keys: new Set<string>(), districts: [], types: [] }
/** Fields that the `shape` slot of an entity leaves out of the form of a new record on purpose. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { 'permissionCenter/user': ['disabled'] }

const screens: readonly Resource[] = allResources.filter(({ screen: shown }) => shown)

describe.each(screens)('$path', (resource) => {
  it('renders columns, rows and an empty create form with each field once, and marks missing values', async () => {
    platform.announced = extensions
    const { goTo } = await openScreen(resource, `/${resource.path}`)
    const row = await findRow(new RegExp(String(sample(resource)[resource.title])))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(resource.label[0])
    const columns = columnsOf(resource, admin)
    // A checkbox column comes first where bulk actions exist, an operations column last where row actions exist.
    const rights = rightsOf((of, action) => mayUse(admin, of, action), isSuper(admin), resource)
    const count = columns.length + (rights.bulk.length > 0 ? 1 : 0) + (hasRowActions(rights) ? 1 : 0)
    // Columns that need an extension appear once the platform has announced it.
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(count))
    expect(within(row).getAllByRole('cell')).toHaveLength(count)

    await goTo(`/${resource.path}/create`)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe(`新建${resource.noun[0]}`)
    // A custom form is loaded when it is first drawn.
    await within(dialog).findByLabelText(new RegExp(`^${resource.fields[resource.title]?.label[0]}`))
    const values = startValues(resource, admin, null, {})
    const shown = shownFields(resource, admin, values).filter((name) => !LEFT_OUT[resource.path]?.includes(name))
    await waitFor(() => expect(drawnIn(dialog)).toEqual(shown.sort()))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    const problems = formProblems(resource, admin, values)
    const missing = Object.keys(problems)
    expect(missing.length).toBeGreaterThan(0)
    await within(dialog).findByText(`${missing.length} 处需要修改`)
    expect(within(dialog).getAllByText('必填')).toHaveLength(
      Object.values(problems).filter(({ key }) => key === 'error.rule.required').length,
    )
    expect(platform.sent.filter(({ method }) => method === 'POST')).toEqual([])
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-describedby') ?? '').toMatch(
        new RegExp(`-${missing[0]}-text$`),
      ),
    )
  })

  it('opens the edit form by address with each field once, and saves only what changed', async () => {
    const isWhole = !SAVED_PLAIN.has(resource.path)
    if (isWhole) platform.announced = extensions
    const record = isWhole ? whole(resource) : sample(resource)
    platform.rows.set(resource.api, [record])
    const { location } = await openScreen(resource, `/${resource.path}/7`)
    const dialog = await screen.findByRole('dialog')
    const title = resource.fields[resource.title]
    const input = await within(dialog).findByLabelText<HTMLInputElement>(new RegExp(`^${title?.label[0]}`))
    expect(input.value).toBe(record[resource.title])
    const shown = shownFields(resource, admin, startValues(resource, admin, record, {}))
    if (isWhole) await waitFor(() => expect(drawnIn(dialog)).toEqual(shown.sort()))
    fireEvent.change(input, { target: { value: '改过的名称' } })
    if (resource.path === 'manage/node')
      fireEvent.change(within(dialog).getByLabelText(/^最大值/), { target: { value: '9' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(location.current, dialog.querySelector('[data-part=problems]')?.textContent ?? '').toBe(
        `/${resource.path}`,
      ),
    )
    const put = platform.sent.find(({ method }) => method === 'PUT')
    expect(put?.path).toBe(`${resource.api}/7`)
    expect(put?.body).toMatchObject({ [resource.title]: '改过的名称' })
    expect(Object.keys(put?.body ?? {}).length).toBeLessThanOrEqual(2)
  })
})

describe('screens of a user with limited permissions', () => {
  it('show no operation column, create button or project', async () => {
    await openScreen(resourceOf('manage/area'), '/manage/area', { keys: ['3-2'] })
    await findRow(/文本7/)
    expect(screen.queryByText('操作')).toBeNull()
    expect(screen.queryByRole('button', { name: '新建区域' })).toBeNull()
    expect(screen.queryByText('所属项目')).toBeNull()
  })

  it('show a user’s parent to everybody, but not the project', () => {
    const columns = columnsOf(resourceOf('permissionCenter/user'), { ...admin, super_id: 2 }).map(({ name }) => name)
    expect([columns.includes('super_id'), columns.includes('project_id')]).toEqual([true, false])
  })

  it('show only the permitted row actions', async () => {
    await openScreen(resourceOf('manage/gateway'), '/manage/gateway', { keys: ['3-4', '3-4-3'] })
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    await screen.findByRole('menu')
    expect(screen.getByRole('button', { name: /^编辑 文本7/, hidden: true })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: '删除网关' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByLabelText('所属项目')).toBeNull()
  })

  it('show no devices of a gateway without permission for live data', async () => {
    await openScreen(resourceOf('manage/gateway'), '/manage/gateway/7/detail', { keys: ['3-4'] })
    await screen.findByRole('tab', { name: '网关信息' })
    expect(screen.queryByRole('tab', { name: '下挂设备' })).toBeNull()
    expect(platform.sent.some(({ path }) => path === 'godbDeviceState')).toBe(false)
  })

  it('offer creating and editing of display screens only with permission types 2, 3 and 4', async () => {
    const open = (types: number[]) =>
      openScreen(resourceOf('peizhiCenter/hmi'), '/peizhiCenter/hmi', { keys: ['6-1'], types })
    const more = { name: '文本7 的更多操作' }
    const { unmount } = await open([2, 3])
    await findRow(/文本7/)
    expect(screen.queryByRole('button', { name: '新建大屏' })).toBeNull()
    expect(screen.queryByRole('button', more)).toBeNull()
    unmount()
    await open([2, 3, 4])
    expect(await screen.findByRole('button', { name: '新建大屏' })).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', more))
    expect(await screen.findByRole('menuitem', { name: '编辑大屏' })).toBeTruthy()
  })

  it('deny a record opened by address without requesting it', async () => {
    await openScreen(resourceOf('manage/gateway'), '/manage/gateway/7', { keys: ['3-4'] })
    expect((await screen.findByRole('dialog')).textContent).toContain('您没有权限')
    expect(platform.sent.some(({ path }) => path === 'godbGateway/7')).toBe(false)
  })

  it('hide the fields of the super administrator in forms', async () => {
    await openScreen(resourceOf('manage/gateway'), '/manage/gateway/create', { keys: ['3-4'] })
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByLabelText(/^网关名称/)
    expect(within(dialog).queryByText('所属项目')).toBeNull()
  })
})
