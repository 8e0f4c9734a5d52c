// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { clearSession, readSession } from '../../authProvider/session.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { signInAgain } from '../../src/app/signin/again.tsx'

const me = toMe({ id: 7, username: 'manager' })
let found: object

beforeEach(() => {
  document.documentElement.lang = 'zh-CN'
  document.body.innerHTML = '<form><label>名称<input id="typed" value="typed by manager"></label></form>'
  found = { id: 7, username: 'manager' }
  vi.stubGlobal('fetch', (url: string) => {
    const data = url.endsWith('login') ? { token: 'next', superid: 2 } : url.endsWith('godbMyInfo') ? found : null
    return Promise.resolve(new Response(JSON.stringify({ code: 0, data })))
  })
  configureHttp({ token: () => readSession()?.token ?? null, languageTag: () => 'zh-CN', onSignedOut: () => {} })
})
afterEach(() => {
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function signIn(username?: string) {
  const user = userEvent.setup()
  const dialog = await screen.findByRole('dialog', { name: '请重新登录' })
  const field = await within(dialog).findByLabelText('用户名')
  if (username) {
    await user.clear(field)
    await user.type(field, username)
  }
  await user.type(within(dialog).getByLabelText('密码'), 'x')
  await user.type(within(dialog).getByLabelText('验证码'), 'test{Enter}')
}
const typed = () => (document.getElementById('typed') as HTMLInputElement | null)?.value

describe('signInAgain', () => {
  it('renews the session for the same user and keeps the page’s form inputs', async () => {
    const onOther = vi.fn()
    const again = signInAgain(me, onOther)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.textContent).toContain('以 manager 重新登录后可继续'))
    expect((within(dialog).getByLabelText('用户名') as HTMLInputElement).value).toBe('manager')
    await signIn()
    await again
    expect(readSession()?.token).toBe('next')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(typed()).toBe('typed by manager')
    expect(onOther).not.toHaveBeenCalled()
  })

  it('calls onOther and never resolves when another user signs in', async () => {
    found = { id: 8, username: 'viewer' }
    const onOther = vi.fn()
    const went = vi.fn()
    void signInAgain(me, onOther).then(went)
    await signIn('viewer')
    await waitFor(() => expect(onOther).toHaveBeenCalledOnce())
    expect(went).not.toHaveBeenCalled()
  })

  it('prompts for a new password when an administrator has reset it meanwhile', async () => {
    found = { id: 7, username: 'manager', changepassword: 1 }
    void signInAgain(me, () => {})
    await signIn()
    await screen.findByLabelText('新密码')
    expect(typed()).toBe('typed by manager')
  })

  it('resolves when another tab has signed in as the same user', async () => {
    const again = signInAgain(me, () => {})
    await screen.findByRole('dialog', { name: '请重新登录' })
    localStorage.setItem('token', 'next')
    localStorage.setItem('login', '1')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await again
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
