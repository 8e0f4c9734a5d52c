// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { UserActions } from '../../src/app/account/UserActions.tsx'
import { UserDialogs, type UserDialog } from '../../src/app/account/UserDialogs.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerCalls, openPage, type PageCall } from './pageWorld.tsx'

/** The user's menu with its dialogs. */
function Menu() {
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  return (
    <>
      <UserActions onDialog={setDialog} onChosen={() => {}} />
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

let platform: Parameters<typeof answerCalls>[0]
let sent: PageCall[]
const announce = (...extensions: string[]): void =>
  void (platform['GET capabilities'] = () => ({ data: { name: 'p', version: '1', extensions } }))
beforeEach(() => {
  giveElementsASize()
  forgetCapabilities()
  platform = {}
  sent = answerCalls(platform)
})
afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
})

const message = (id: number) => ({
  id,
  created_at: Date.parse('2026-03-04T05:06:07Z'),
  alarm_type: 1,
  recipient: '13800138000',
  subject: '',
  content: `验证码 ${id}`,
  project_id: null,
  thresholdlog_id: null,
  reason: '未配置短信接口，消息已存入发件箱',
})

it('outbox lists messages page by page for super administrators', async () => {
  announce('outbox')
  platform['GET outbox'] = ({ query }) => ({ data: { list: [message(Number(query['current']) * 100)], total: 45 } })
  await openPage(Menu, '/')
  fireEvent.click(await screen.findByRole('button', { name: '发件箱' }))
  const dialog = await screen.findByRole('dialog', { name: '发件箱' })
  const row = await within(dialog).findByRole('row', { name: /验证码 100/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['2026-03-04 05:06:07', '短信', '13800138000', '验证码 100', '未配置短信接口，消息已存入发件箱'])
  fireEvent.click(within(dialog).getByRole('button', { name: '下一页' }))
  await within(dialog).findByRole('row', { name: /验证码 200/ })
  expect(sent.filter(({ path }) => path === 'outbox').map(({ query }) => query)).toEqual([
    { page_size: '20', current: '1' },
    { page_size: '20', current: '2' },
  ])
})

it('outbox shows the server’s message on an error, or that it is empty', async () => {
  announce('outbox')
  platform['GET outbox'] = () => ({ code: 6, msg: '正在维护' })
  await openPage(Menu, '/')
  fireEvent.click(await screen.findByRole('button', { name: '发件箱' }))
  await screen.findByText('正在维护')
  platform['GET outbox'] = () => ({ data: { list: [], total: 0 } })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('发件箱是空的')
})

it('outbox is not offered to other users', async () => {
  announce('outbox')
  await openPage(Menu, '/', ['2-1'])
  await screen.findByRole('button', { name: '修改密码' })
  expect(screen.queryByRole('button', { name: '发件箱' })).toBeNull()
  expect(sent.some(({ path }) => path === 'capabilities')).toBe(false)
})

it('outbox is not offered when the platform lacks the outbox extension', async () => {
  announce('export')
  await openPage(Menu, '/')
  await waitFor(() => expect(sent.some(({ path }) => path === 'capabilities')).toBe(true))
  expect(screen.queryByRole('button', { name: '发件箱' })).toBeNull()
})

it('password dialog asks before discarding its input', async () => {
  await openPage(Menu, '/')
  fireEvent.click(await screen.findByRole('button', { name: '修改密码' }))
  const dialog = await screen.findByRole('dialog', { name: '修改密码' })
  fireEvent.change(within(dialog).getByLabelText('当前密码'), { target: { value: 'old-one' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })).getByRole('button', {
      name: '放弃修改',
    }),
  )
  await waitFor(() => expect(screen.queryByLabelText('当前密码')).toBeNull())
})

it('reserved device codes dialog searches codes and releases one after a confirmation', async () => {
  announce('devicecodes')
  let codes = ['2001', '2002'].map((sn) => ({ sn, project_id: 7, held_at: Date.parse('2026-03-04T05:06:07Z') }))
  platform['GET devicecodes'] = ({ query }) => ({ data: codes.filter(({ sn }) => sn.includes(query['search'] ?? '')) })
  platform['GET godbProject'] = () => ({ data: { list: [{ id: 7, name: '河北项目' }], total: 1 } })
  platform['DELETE devicecodes'] = ({ path }) => {
    codes = codes.filter(({ sn }) => !path.endsWith(sn))
    return { data: null }
  }
  const { toasts } = await openPage(Menu, '/')
  fireEvent.click(await screen.findByRole('button', { name: '保留的设备编号' }))
  const dialog = await screen.findByRole('dialog', { name: '保留的设备编号' })
  const row = await within(dialog).findByRole('row', { name: /2002/ })
  await waitFor(() =>
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['2002', '河北项目', '2026-03-04 05:06:07']),
  )
  const search = within(dialog).getByRole('searchbox', { name: '搜索设备编号' })
  fireEvent.change(search, { target: { value: '2002' } })
  fireEvent.blur(search)
  await waitFor(() => expect(within(dialog).queryByRole('row', { name: /2001/ })).toBeNull())
  fireEvent.click(within(dialog).getByRole('button', { name: '释放 2002' }))
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByText(/任何项目的设备都可以使用编号 2002/)).toBeTruthy()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: '释放' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['devicecodes/2002']),
  )
  await waitFor(() => expect(toasts).toContain('编号 2002 已释放'))
})
