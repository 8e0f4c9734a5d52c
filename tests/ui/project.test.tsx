// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { createI18nProvider } from '../../i18n/index.ts'
import { Brand } from '../../src/app/shell/TopBar.tsx'
import { DisplayMenu } from '../../src/app/shell/DisplayMenu.tsx'
import { UserMenu } from '../../src/app/account/UserMenu.tsx'
import { MeContext } from '../../src/kit/index.ts'
import { atAddress } from './atAddress.tsx'

const saved: unknown[] = []
let refusal: object | null
/** The project is answered after this. */
let turn: Promise<void>
const stored = {
  id: 2,
  name: '环保项目',
  pin_code: '10020007',
  remain_sms: 500,
  contact: '13800138000',
  config: null,
  explained: { String: '全市', Valid: true },
  ico: { String: '/upload/a.png', Valid: true },
}

beforeEach(() => {
  saved.length = 0
  refusal = null
  turn = Promise.resolve()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const name = url.replace('/v1/', '').replace(/\?.*/, '')
    if (init?.method === 'PUT') {
      saved.push([name, JSON.parse(String(init.body))])
      return new Response(JSON.stringify(refusal ?? { code: 0, data: stored }))
    }
    const answers: Record<string, unknown> = {
      godbMyProject: stored,
      godbDatashowNameList: [{ id: 4, name: '河道总览', district_id: 3, project_id: 2 }],
    }
    if (name === 'godbMyProject') await turn
    return new Response(JSON.stringify({ code: 0, data: answers[name] ?? [] }))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(super_id: number, keys: string[] = []) {
  const me = toMe({
    id: 3,
    username: 'manager',
    super_id,
    user_token: 'secret-of-mine',
    menu_control: JSON.stringify(keys),
  })
  const i18nProvider = await createI18nProvider()
  render(
    atAddress(
      '/',
      <MeContext.Provider value={me}>
        <CoreAdminContext i18nProvider={i18nProvider}>
          <Brand />
          <DisplayMenu />
          <UserMenu />
        </CoreAdminContext>
      </MeContext.Provider>,
    ),
  )
  return userEvent.setup()
}
async function openDialog() {
  const user = await open(2)
  await user.click(screen.getByRole('button', { name: /用户菜单/ }))
  await user.click(screen.getByRole('menuitem', { name: '项目信息' }))
  await screen.findByLabelText('项目名称 *')
  return user
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('project dialog and branding', () => {
  it('shows the project’s name and logo in the header to its users', async () => {
    await open(2)
    expect(await screen.findByText('环保项目')).toBeTruthy()
    expect(document.querySelector('[data-part=brand] img')?.getAttribute('src')).toBe('/upload/a.png')
  })

  it('shows the product name and offers no dialog to the super administrator', async () => {
    const user = await open(1)
    expect(screen.getByText('智慧城市环境监测系统')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /用户菜单/ }))
    expect(screen.queryByRole('menuitem', { name: '项目信息' })).toBeNull()
  })

  it('shows codes read-only and the credential only on request', async () => {
    const user = await openDialog()
    expect(screen.getByText('10020007').tagName).toBe('DD')
    expect(screen.getByText('500').tagName).toBe('DD')
    expect(screen.queryByText('secret-of-mine')).toBeNull()
    await user.click(screen.getByRole('button', { name: '显示凭证' }))
    expect(screen.getByText('secret-of-mine')).toBeTruthy()
  })

  it('validates the form before saving it', async () => {
    const user = await openDialog()
    await user.clear(field('项目名称 *'))
    await user.type(field('联系电话'), '9')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(saved).toEqual([])
    await user.type(field('项目名称 *'), '新名称')
    await user.type(field('联系电话'), '{Backspace}')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull())
    expect(saved).toEqual([
      [
        'godbProject/2',
        {
          id: 2,
          name: '新名称',
          contact: '13800138000',
          config: '',
          explained: { String: '全市', Valid: true },
          ico: { String: '/upload/a.png', Valid: true },
        },
      ],
    ])
  })

  it('shows the saved values when reopened before the refetch ends', async () => {
    const user = await openDialog()
    turn = new Promise(() => {})
    await user.type(field('项目名称 *'), '2')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull())
    await user.click(screen.getByRole('button', { name: /用户菜单/ }))
    await user.click(screen.getByRole('menuitem', { name: '项目信息' }))
    expect((await screen.findByLabelText<HTMLInputElement>('项目名称 *')).value).toBe('环保项目2')
    expect(field('联系电话').value).toBe('13800138000')
  })

  it('shows the server’s field message, keeps the input and asks before discarding it', async () => {
    refusal = { code: 409, msg: '名称重复', data: { fields: { name: '已被使用' } } }
    const user = await openDialog()
    await user.type(field('项目名称 *'), '2')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findByRole('alert')).textContent).toBe('已被使用')
    expect(field('项目名称 *').value).toBe('环保项目2')
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(screen.getByText('放弃未保存的修改？')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '放弃修改' }))
    expect(screen.queryByLabelText('项目名称 *')).toBeNull()
  })
})

describe('display screens menu', () => {
  it('lists screens with permission 9 and disables them with a reason when HMI_URL is not set', async () => {
    const user = await open(2, ['9'])
    await user.click(screen.getByRole('button', { name: '组态大屏' }))
    expect(await screen.findByText('未设置大屏展示站点（HMI_URL），无法打开')).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: '河道总览' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('is hidden without permission 9', async () => {
    await open(2, ['2-1'])
    expect(screen.queryByRole('button', { name: '组态大屏' })).toBeNull()
  })
})
