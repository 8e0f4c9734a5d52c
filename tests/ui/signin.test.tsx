// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toMe, type Me } from '../../authProvider/me.ts'
import { clearSession, readSession, saveSession } from '../../authProvider/session.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { loadSigninTexts } from '../../i18n/signin.ts'
import { toSignInRegistered } from '../../src/app/origin.ts'
import { SignInPage } from '../../src/app/signin/SignInPage.tsx'

type Answer = { status?: number; body: unknown }
const calls: { url: string; body: unknown }[] = []
let answer: (url: string) => Answer

beforeEach(() => {
  calls.length = 0
  answer = () => ({ body: { code: 0, data: { token: 'abc', hmi_control: '1', superid: 1 } } })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/console-settings.json')
      return Promise.resolve(
        new Response(
          JSON.stringify({
            demo: [{ username: 'viewer', password: 'viewer123' }],
            passwordMin: 8,
            liveUrl: null,
            captcha: true,
          }),
        ),
      )
    calls.push({ url, body: init?.body ? JSON.parse(String(init.body)) : null })
    const { status = 200, body } = answer(url)
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  configureHttp({ token: () => readSession()?.token ?? null, languageTag: () => 'zh-CN', onSignedOut: () => {} })
})
afterEach(() => {
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(me: Me | null = null) {
  const onDone = vi.fn()
  const user = userEvent.setup()
  render(<SignInPage me={me} texts={await loadSigninTexts('zhCN')} onDone={onDone} />)
  if (!me) await screen.findByText('演示账号')
  return { onDone, user }
}
const field = (name: string) => screen.getByLabelText(name)
const image = () => document.querySelector('img')?.getAttribute('src')

describe('sign-in form', () => {
  it('marks missing fields and sends nothing', async () => {
    const { user, onDone } = await open()
    await user.type(field('用户名'), 'admin{Enter}')
    expect(screen.getByText('请填写用户名、密码和验证码')).toBeTruthy()
    expect(document.activeElement).toBe(field('密码'))
    expect(field('验证码').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual([])
    expect(onDone).not.toHaveBeenCalled()
  })

  it('confirms a successful registration once', async () => {
    vi.stubGlobal('location', { ...location, reload: () => {} })
    toSignInRegistered()
    await open()
    expect(screen.getByText('注册成功，请登录').getAttribute('role')).toBe('status')
    cleanup()
    await open()
    expect(screen.queryByText('注册成功，请登录')).toBeNull()
  })

  it('signs in with Enter', async () => {
    const { user, onDone } = await open()
    await user.type(field('用户名'), ' admin ')
    await user.type(field('密码'), 'admin123')
    await user.type(field('验证码'), 'aBcd{Enter}')
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(calls).toEqual([
      {
        url: '/v1/godbSystemuserlogin',
        body: { username: 'admin', password: '0192023a7bbd73250516f069df18b500', captcha: 'aBcd' },
      },
    ])
    expect(readSession()?.token).toBe('abc')
  })

  it('shows the server’s message, loads a new captcha and keeps the other inputs', async () => {
    answer = () => ({ status: 401, body: { code: 401, msg: '用户名或密码不正确', data: null } })
    const { user, onDone } = await open()
    const before = image()
    await user.type(field('用户名'), 'admin')
    await user.type(field('密码'), 'nope')
    await user.type(field('验证码'), 'abcd{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('用户名或密码不正确')
    expect(image()).not.toBe(before)
    expect((field('验证码') as HTMLInputElement).value).toBe('')
    expect((field('用户名') as HTMLInputElement).value).toBe('admin')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('loads a new captcha on a click', async () => {
    const { user } = await open()
    const before = image()
    await user.click(screen.getByRole('button', { name: '换一张' }))
    expect(image()).not.toBe(before)
  })

  it('shows and hides the password', async () => {
    const { user } = await open()
    expect(field('密码').getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(field('密码').getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: '隐藏密码' }))
    expect(field('密码').getAttribute('type')).toBe('password')
  })

  it('fills in a demo account on a click', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /viewer/ }))
    expect((field('用户名') as HTMLInputElement).value).toBe('viewer')
    expect((field('密码') as HTMLInputElement).value).toBe('viewer123')
    expect(document.activeElement).toBe(field('验证码'))
  })

  it('switches the language immediately and keeps the inputs', async () => {
    const { user } = await open()
    await user.type(field('用户名'), 'admin')
    await user.selectOptions(field('语言'), 'zhTW')
    expect(await screen.findByRole('heading', { name: '登入主控台' })).toBeTruthy()
    expect((field('使用者名稱') as HTMLInputElement).value).toBe('admin')
    expect(localStorage.getItem('language')).toBe('zhTW')
    expect(document.documentElement.lang).toBe('zh-TW')
  })

  it('switches the theme', async () => {
    const { user } = await open()
    await user.selectOptions(field('主题'), 'dark')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

describe('first password change', () => {
  const me = toMe({ id: 7, username: 'new', changepassword: 1 })

  it('reports a mismatch and a short password, then changes it and signs out', async () => {
    saveSession({ token: 't', superId: 3 })
    answer = () => ({ body: { code: 0, data: null } })
    const { user, onDone } = await open(me)
    await user.type(field('当前密码'), 'old')
    await user.type(field('新密码'), 'short')
    await user.type(field('再次输入新密码'), 'shorts')
    expect(screen.getByText('两次输入的新密码不一致')).toBeTruthy()
    await user.type(field('再次输入新密码'), '{Backspace}{Enter}')
    expect(screen.queryByText('两次输入的新密码不一致')).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('至少 8 个字符')
    expect(calls).toEqual([])

    await user.type(field('新密码'), 'er99')
    await user.type(field('再次输入新密码'), 'er99{Enter}')
    expect(await screen.findByText('密码已修改')).toBeTruthy()
    expect(calls[0]).toMatchObject({ url: '/v1/godbSystemuserPassword', body: { user_id: 7 } })
    await user.click(screen.getByRole('button', { name: '重新登录' }))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(readSession()).toBeNull()
  })

  it('shows the server’s message with its code', async () => {
    saveSession({ token: 't', superId: 3 })
    answer = () => ({ body: { code: 1, msg: '当前密码不正确', data: null } })
    const { user } = await open(me)
    await user.type(field('当前密码'), 'wrong')
    await user.type(field('新密码'), 'longenough')
    await user.type(field('再次输入新密码'), 'longenough{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('当前密码不正确 (1)')
  })
})
