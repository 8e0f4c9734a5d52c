// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { UserShape } from '../../src/entities/user/UserShape.tsx'
import { slots } from '../../src/app/slots.ts'
import { chunk } from '../../src/kit/chunk.tsx'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'

const user = resourceOf('permissionCenter/user')
const wrapped = (text: string) => ({ String: text, Valid: true })
const person = (id: number, changes: Values = {}): Values => ({
  id,
  username: `user${id}`,
  nickname: `用户${id}`,
  super_id: 2,
  project_id: 1,
  user_token: 'abcdef0123456789',
  menu_control: wrapped('[]'),
  typemap: wrapped(''),
  distr_map: wrapped(''),
  ...changes,
})
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [
    { id: 1, name: '项目一' },
    { id: 2, name: '项目二' },
  ])
  platform.rows.set('godbPermissiontype', [
    { id: 1, name: '类型一' },
    { id: 2, name: '类型二' },
  ])
  platform.rows.set('godbDistrict', [
    { id: 10, name: '全市', superid: 1, project_id: 1 },
    { id: 11, name: '东区', superid: 10, project_id: 1 },
    { id: 12, name: '西区', superid: 10, project_id: 1 },
    { id: 20, name: '别处', superid: 1, project_id: 2 },
  ])
  platform.rows.set('godbSystemuser', [person(7), person(8), person(9, { project_id: 2 }), person(6, { super_id: 8 })])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const md5Hex = (text: string): string => createHash('md5').update(text).digest('hex')
const sentBody = (method: string) => platform.sent.findLast((request) => request.method === method)?.body ?? {}
const grantedIn = (body: Values): unknown => JSON.parse((body['menu_control'] as { String: string }).String)
const item = (name: RegExp) => screen.getByRole('treeitem', { name })
const arrow = (line: HTMLElement) => line.querySelector('[data-part=arrow]') as HTMLElement
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))

async function openForm(url: string, keys: string[] | null = null) {
  const view = await openScreen(user, `/${user.path}${url}`, { keys })
  await waitFor(() => expect(document.querySelector('[role=tree]')).not.toBeNull())
  return view
}

describe('user list', () => {
  it('shows the full credential, selected for manual copying, when the clipboard is unavailable', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
    await openScreen(user, `/${user.path}`, { keys: null })
    const name = '复制 user7 的用户凭证'
    fireEvent.click(await screen.findByRole('button', { name }))
    const whole = await screen.findByRole<HTMLInputElement>('textbox', { name })
    expect([whole.value, whole.selectionStart, whole.selectionEnd]).toEqual(['abcdef0123456789', 0, 16])
    expect(document.activeElement).toBe(whole)
  })
})

describe('user form', () => {
  it('omits the disabled field for a new user', () => {
    const fields = (isNew: boolean) =>
      renderToStaticMarkup(
        <UserShape
          resource={user}
          isNew={isNew}
          shown={new Set(Object.keys(user.fields))}
          field={(name) => <i key={name}>{name}</i>}
          body={null}
        />,
      )
    expect(fields(true)).not.toContain('disabled')
    expect(fields(false)).toContain('disabled')
  })

  it('disables saving until its code has loaded, then focuses the nickname', async () => {
    const loaded = slots.forms.userForm
    let arrive = () => {}
    const gate = new Promise<void>((resolve) => (arrive = resolve))
    slots.forms.userForm = chunk(() => gate.then(() => import('../../src/entities/user/UserForm.tsx')))
    onTestFinished(() => void (slots.forms.userForm = loaded))
    await openScreen(user, `/${user.path}/7`, { keys: null })
    const button = await screen.findByRole('button', { name: '保存' })
    await waitFor(() => expect(document.querySelector('[role=dialog] form')).not.toBeNull())
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.submit(document.querySelector('[role=dialog] form') as HTMLFormElement)
    await act(async () => {})
    expect(platform.sent.filter(({ method }) => method === 'PUT')).toEqual([])
    arrive()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '保存' }).getAttribute('aria-disabled')).toBe('false'),
    )
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('nickname'))
  })

  it('grants viewing along with a button, revokes both together and shows parents as mixed', async () => {
    const { location } = await openForm('/7')
    fireEvent.click(arrow(item(/^管理中心/)))
    fireEvent.click(arrow(item(/^设备管理/)))
    fireEvent.click(item(/^删除/))
    expect(item(/^删除/).getAttribute('aria-checked')).toBe('true')
    expect(item(/^查看/).getAttribute('aria-checked')).toBe('true')
    for (const name of [/^设备管理/, /^管理中心/]) expect(item(name).getAttribute('aria-checked')).toBe('mixed')
    expect(screen.getByRole('checkbox', { name: '全选' }).getAttribute('aria-checked')).toBe('mixed')
    expect(screen.getByRole('tab', { name: /^菜单与按钮/ }).textContent).toMatch(/2 \/ \d+/)
    fireEvent.click(item(/^查看/))
    expect(item(/^删除/).getAttribute('aria-checked')).toBe('false')
    fireEvent.click(item(/^删除/))
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(grantedIn(sentBody('PUT'))).toEqual(['3', '3-3', '3-3-4'])
  })

  it('selects and clears all permissions', async () => {
    await openForm('/7')
    const all = screen.getByRole('checkbox', { name: '全选' })
    fireEvent.click(all)
    expect(all.getAttribute('aria-checked')).toBe('true')
    expect(item(/^权限中心/).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(all)
    expect(all.getAttribute('aria-checked')).toBe('false')
  })

  it('locks all permissions of a super administrator', async () => {
    platform.rows.set('godbSystemuser', [person(7, { super_id: 1 })])
    await openForm('/7')
    const all = screen.getByRole('checkbox', { name: '全选' })
    const line = item(/^管理中心/)
    for (const box of [all, line]) {
      expect(box.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(box)
      expect(box.getAttribute('aria-checked')).toBe('false')
    }
    fireEvent.click(arrow(line))
    expect(item(/^设备管理/).getAttribute('aria-disabled')).toBe('true')
  })

  it('offers only the editor’s own permissions and keeps the others', async () => {
    platform.rows.set('godbSystemuser', [person(7, { menu_control: wrapped('["3-3-3","5-1"]') })])
    const { location } = await openForm('/7', ['7-1-3', '3-3', '3-3-4'])
    expect(screen.queryByRole('treeitem', { name: /^推送服务/ })).toBeNull()
    screen.getByText(/另有 3 项超出您的权限/)
    fireEvent.click(screen.getByRole('checkbox', { name: '全选' }))
    fireEvent.click(screen.getByRole('checkbox', { name: '全选' }))
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(grantedIn(sentBody('PUT'))).toEqual(['3', '3-3', '3-3-3', '5', '5-1'])
    expect(sentBody('PUT')).not.toHaveProperty('super_id')
  })

  it('shows an unknown permission as a line that is toggled alone or with its page', async () => {
    platform.rows.set('godbSystemuser', [person(7, { menu_control: wrapped('["2-1","3-2-1"]') })])
    const { location } = await openForm('/7')
    expect(screen.queryByText(/超出您的权限/)).toBeNull()
    // The group is expanded, because some of it is granted.
    fireEvent.click(arrow(item(/^管理中心/)))
    fireEvent.click(arrow(item(/^区域管理/)))
    const [page, line] = [item(/^区域管理/), item(/^3-2-1/)]
    fireEvent.click(line)
    expect([page, line].map((box) => box.getAttribute('aria-checked'))).toEqual(['mixed', 'false'])
    fireEvent.click(line)
    // A half-ticked entry is fully ticked first, as any other.
    fireEvent.click(page)
    expect([page, line].map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true'])
    fireEvent.click(page)
    expect([page, line].map((box) => box.getAttribute('aria-checked'))).toEqual(['false', 'false'])
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(grantedIn(sentBody('PUT'))).toEqual(['2', '2-1'])
  })

  it('supports keyboard navigation in the permission tree', async () => {
    await openForm('/7')
    const tree = screen.getByRole('tree')
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? tree, { key })
    const group = item(/^管理中心/)
    act(() => group.focus())
    press('ArrowRight')
    expect(item(/^管理中心/).getAttribute('aria-expanded')).toBe('true')
    press('ArrowRight')
    expect(document.activeElement).toBe(item(/^产品型号/))
    press(' ')
    expect(item(/^产品型号/).getAttribute('aria-checked')).toBe('true')
    press('ArrowLeft')
    expect(document.activeElement).toBe(item(/^管理中心/))
    press('Home')
    expect(document.activeElement).toBe(within(tree).getAllByRole('treeitem')[0])
    expect(
      within(tree)
        .getAllByRole('treeitem')
        .filter((line) => line.tabIndex === 0),
    ).toHaveLength(1)
  })

  it('finds a permission by its label', async () => {
    await openForm('/7')
    fireEvent.change(screen.getByRole('searchbox', { name: '搜索菜单或按钮' }), { target: { value: '批量启动' } })
    item(/^批量启动/)
    expect(screen.queryByRole('treeitem', { name: /^推送服务/ })).toBeNull()
  })

  it('offers roles and administrators of the project as parents, but not the user itself', async () => {
    await openForm('/7')
    const parent = await screen.findByRole('combobox', { name: /^上级用户/ })
    await waitFor(() => expect(parent.getAttribute('aria-disabled')).toBeNull())
    fireEvent.mouseDown(parent)
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      '超级管理员',
      '项目管理员',
      '用户8',
    ])
  })

  it('assigns types and areas, an area including its subareas', async () => {
    const { location } = await openForm('/7')
    fireEvent.click(screen.getByRole('tab', { name: /^权限类型/ }))
    fireEvent.click(await screen.findByRole('treeitem', { name: /^类型二/ }))
    fireEvent.click(screen.getByRole('tab', { name: /^管理区域/ }))
    const east = await screen.findByRole('treeitem', { name: /^东区/ })
    expect(screen.queryByRole('treeitem', { name: /^别处/ })).toBeNull()
    fireEvent.click(east)
    expect(item(/^全市/).getAttribute('aria-checked')).toBe('mixed')
    fireEvent.click(item(/^全市/))
    expect(item(/^西区/).getAttribute('aria-checked')).toBe('true')
    expect(item(/^西区/).getAttribute('aria-disabled')).toBe('true')
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(sentBody('PUT')).toMatchObject({ typemap: wrapped('2'), distr_map: wrapped('10') })
  })

  it('selects all areas by the top-level ones, shows partial selection as mixed and keeps hidden areas', async () => {
    platform.rows.set('godbDistrict', [
      { id: 10, name: '全市', superid: 1, project_id: 1 },
      { id: 11, name: '东区', superid: 10, project_id: 1 },
      { id: 30, name: '新区', superid: 1, project_id: 1 },
    ])
    platform.rows.set('godbSystemuser', [person(7, { distr_map: wrapped('11,77') })])
    const { location } = await openForm('/7')
    fireEvent.click(screen.getByRole('tab', { name: /^管理区域/ }))
    await screen.findByRole('treeitem', { name: /^东区/ })
    const all = screen.getByRole('checkbox', { name: '全选' })
    expect(all.getAttribute('aria-checked')).toBe('mixed')
    fireEvent.click(all)
    expect(all.getAttribute('aria-checked')).toBe('true')
    expect(item(/^新区/).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(all)
    expect(all.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(all)
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(sentBody('PUT')).toMatchObject({ distr_map: wrapped('10,30,77') })
  })

  it('clears the areas when the project changes', async () => {
    platform.rows.set('godbSystemuser', [person(7, { distr_map: wrapped('11') })])
    const { location } = await openForm('/7')
    fireEvent.mouseDown(await within(screen.getByRole('dialog')).findByRole('combobox', { name: /^所属项目/ }))
    fireEvent.click(await screen.findByRole('option', { name: '项目二' }))
    await screen.findByRole('tab', { name: '管理区域 0' })
    save()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(sentBody('PUT')).toMatchObject({ project_id: 2, distr_map: { String: '' } })
  })

  it('shows the server’s message about rejected permissions in their tab, and marks the tab', async () => {
    await openForm('/7')
    platform.refuse = ({ method }) =>
      method === 'PUT'
        ? { status: 400, code: 400, msg: '有内容需要修改', data: { fields: { menu_control: '您无权使用' } } }
        : null
    fireEvent.click(item(/^总览/))
    save()
    await screen.findByText('您无权使用')
    const [menus, types] = [/^菜单与按钮/, /^权限类型/].map((name) => screen.getByRole('tab', { name }))
    if (!menus || !types) throw new Error('no tabs')
    expect(menus.getAttribute('aria-selected')).toBe('true')
    fireEvent.click(types)
    await waitFor(() => expect(screen.queryByText('您无权使用')).toBeNull())
    expect(within(menus).getByLabelText('有内容需要修改')).toBeTruthy()
    expect(within(types).queryByLabelText('有内容需要修改')).toBeNull()
  })

  it('shows the first password after creating a user', async () => {
    platform.secret = { first_password: 'once-only' }
    await openForm('/create')
    fireEvent.change(screen.getByRole('textbox', { name: /^用户名/ }), { target: { value: 'fresh' } })
    fireEvent.change(screen.getByRole('textbox', { name: /^昵称/ }), { target: { value: '新人' } })
    save()
    expect((await screen.findByDisplayValue('once-only')).tagName).toBe('INPUT')
    expect(sentBody('POST')).toMatchObject({ username: 'fresh', super_id: 2 })
  })
})

describe('password dialog', () => {
  const open = async (keys: string[] | null = null, id = 5) => {
    const view = await openScreen(user, `/${user.path}/7/password`, { keys, id })
    await screen.findByText(/^您自己的密码$|^当前密码$|没有找到/)
    const dialog = screen.getByRole('dialog')
    const type = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${label}`)), { target: { value } })
    return {
      ...view,
      dialog,
      type,
      submit: () => fireEvent.click(within(dialog).getByRole('button', { name: '保存新密码' })),
    }
  }

  it('reports a mismatch while typing and missing fields on submit', async () => {
    const { type, submit, dialog } = await open()
    type('新密码', 'abcdefgh')
    type('再次输入新密码', 'abcdefg')
    within(dialog).getByText('两次输入的新密码不一致')
    expect(within(dialog).queryByText('必填')).toBeNull()
    submit()
    await within(dialog).findByText('必填')
    expect(platform.sent.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('asks before discarding the input', async () => {
    const { type, dialog } = await open()
    type('新密码', 'abcdefgh')
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })).toBeTruthy()
  })

  it('sends the editor’s own password and shows the server’s message at its field', async () => {
    const { type, submit, dialog, location } = await open()
    type('您自己的密码', 'mine-own')
    type('新密码', 'abcdefgh')
    type('再次输入新密码', 'abcdefgh')
    platform.refuse = ({ method }) =>
      method === 'PUT'
        ? { status: 400, code: 400, msg: '当前密码不正确', data: { fields: { my_passwd: '当前密码不正确' } } }
        : null
    submit()
    await within(dialog).findByText('当前密码不正确')
    expect(within(dialog).getByLabelText(/^新密码/)).toHaveProperty('value', 'abcdefgh')
    platform.refuse = () => null
    submit()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(sentBody('PUT')).toEqual({ user_id: 7, my_passwd: md5Hex('mine-own'), user_passwd: md5Hex('abcdefgh') })
  })

  it('sends the browser’s push endpoint when users change their own password', async () => {
    const endpoint = 'https://push.example.com/here'
    const worker = { pushManager: { getSubscription: () => Promise.resolve({ endpoint }) } }
    const serviceWorker = { getRegistration: () => Promise.resolve(worker) }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
    const { type, submit, location } = await open(null, 7)
    type('当前密码', 'mine-own')
    type('新密码', 'abcdefgh')
    type('再次输入新密码', 'abcdefgh')
    submit()
    await waitFor(() => expect(location.current).toBe(`/${user.path}`))
    expect(sentBody('PUT')).toMatchObject({ user_id: 7, endpoint })
  })

  it('is not available without permission 7-1-5', async () => {
    const { dialog } = await open(['7-1-3'])
    expect(within(dialog).queryByLabelText(/^新密码/)).toBeNull()
  })
})
