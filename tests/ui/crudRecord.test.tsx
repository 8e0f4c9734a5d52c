// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities, loadCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

const gateway = resourceOf('manage/gateway')
let platform: FakePlatform
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const puts = () => platform.sent.filter(({ method }) => method === 'PUT')

async function openForm() {
  const world = await openScreen(gateway, '/manage/gateway/7')
  const dialog = await screen.findByRole('dialog')
  const name = await within(dialog).findByLabelText<HTMLInputElement>(/^网关名称/)
  return { ...world, dialog, name }
}

describe('form of a record that cannot be loaded', () => {
  it('can be closed but not saved', async () => {
    platform.refuse = ({ path }) => (path.startsWith('godbGateway') ? { status: 500, code: 500, msg: '' } : null)
    const { location } = await openScreen(gateway, '/manage/gateway/7')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('button', { name: '重试' })
    expect(dialog.getByRole('button', { name: '保存' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(dialog.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })
})

describe('form of a record changed by another user', () => {
  async function collide() {
    platform.rows.set('godbGateway', [{ ...sample(gateway), updated_at: 10 }])
    const form = await openForm()
    platform.rows.set('godbGateway', [{ ...sample(gateway), name: '他人改名', regcode: '555', updated_at: 20 }])
    fireEvent.change(form.name, { target: { value: '我改名' } })
    fireEvent.click(within(form.dialog).getByRole('button', { name: '保存' }))
    const question = await screen.findByRole('alertdialog', { name: '记录已被他人修改' })
    expect(puts()).toEqual([])
    return { ...form, question }
  }

  it('shows both versions, and overwrites nothing without confirmation', async () => {
    const { question, name } = await collide()
    expect(within(question).getByRole('row', { name: /网关名称 他人改名 我改名/ })).toBeTruthy()
    expect(within(question).getByRole('row', { name: /注册码 555 未修改/ })).toBeTruthy()
    fireEvent.click(within(question).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(name.value).toBe('我改名')
    expect(puts()).toEqual([])
  })

  it('saves only the fields changed here after confirmation', async () => {
    const { question, location } = await collide()
    fireEvent.click(within(question).getByRole('button', { name: '保存我的修改' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
    expect(puts().map(({ body }) => body)).toEqual([{ name: '我改名' }])
  })

  it('takes over the other user’s version on request', async () => {
    const { question, name } = await collide()
    fireEvent.click(within(question).getByRole('button', { name: '采用对方的' }))
    await waitFor(() => expect(name.value).toBe('他人改名'))
    expect(puts()).toEqual([])
  })

  it('shows a conflict reported by the server with status 409', async () => {
    const { dialog, name } = await openForm()
    platform.refuse = ({ method }) =>
      method === 'PUT'
        ? { status: 409, code: 409, msg: '已被修改', data: { current: { ...sample(gateway), name: '新名' } } }
        : null
    fireEvent.change(name, { target: { value: '我改名' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('新名')
  })
})

describe('entity form', () => {
  it('is filled from its row immediately, and updated when the fresh record arrives', async () => {
    // As after a user has looked at the list for a moment.
    await loadCapabilities()
    await openScreen(gateway, '/manage/gateway')
    const row = await findRow(/文本7/)
    platform.rows.set('godbGateway', [{ ...sample(gateway), name: '刚改过' }])
    fireEvent.click(row)
    const dialog = screen.getByRole('dialog')
    const name = within(dialog).getByLabelText<HTMLInputElement>(/^网关名称/)
    expect(name.value).toBe('文本7')
    await waitFor(() => expect(document.activeElement).toBe(name))
    await waitFor(() => expect(name.value).toBe('刚改过'))
  })

  it('saves with Ctrl+Enter in a multi-line field', async () => {
    const { dialog, name, location } = await openForm()
    fireEvent.change(name, { target: { value: '改名' } })
    fireEvent.keyDown(within(dialog).getByLabelText(/^备注/), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
    expect(puts()).toHaveLength(1)
  })

  it('saves with Enter in a single-line field', async () => {
    const { name, location } = await openForm()
    await userEvent.setup().type(name, '改{Enter}')
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
    expect(puts().map(({ body }) => body)).toEqual([{ name: '文本7改' }])
  })

  it('asks for confirmation before a link discards changes', async () => {
    const { name, location } = await openForm()
    fireEvent.change(name, { target: { value: '改名' } })
    // In the list behind the form, whose rows and names are loaded by calls of their own.
    const link = await waitFor(() => {
      const found = screen.getAllByRole('link', { hidden: true }).find((one) => one.dataset['part'] === 'ref')
      if (!found) throw new Error('no link to another record')
      return found
    })
    fireEvent.click(link)
    const question = await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })
    expect(location.current).toBe('/manage/gateway/7')
    fireEvent.click(within(question).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(location.current).toBe('/permissionCenter/project/7'))
  })

  it('starts a clone as a new record with the original’s values', async () => {
    const threshold = resourceOf('alarmConfig/threshold')
    expect(threshold.access.clone).toBeTruthy()
    await openScreen(threshold, '/alarmConfig/threshold/7/clone')
    const dialog = await screen.findByRole('dialog', { name: `克隆${threshold.noun[0]}` })
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: '保存并继续新建' })).toBeTruthy()
    expect((await within(dialog).findAllByDisplayValue('文本7')).length).toBeGreaterThan(0)
  })
})

describe('record titled by another record', () => {
  it('is named after the other record in its menu and delete confirmation', async () => {
    platform.rows.set('godbNodemap', [{ ...sample(resourceOf('manage/product/nodemap')), alias: '水位' }])
    await openScreen(resourceOf('manage/device'), '/manage/device/7/virtual')
    fireEvent.click(await screen.findByRole('button', { name: '水位 的更多操作' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '删除虚拟规则' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('“水位”')
  })
})
