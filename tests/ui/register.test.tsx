// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadOpenTexts } from '../../i18n/register.ts'
import { RegisterPage } from '../../src/app/signin/RegisterPage.tsx'

// The settings are kept for the life of a page, which here spans all tests of this file.
vi.mock('../../src/kit/hooks/settings.ts', () => ({ loadSettings: async () => settings }))

const calls: { url: string; body: unknown }[] = []
let settings: object
let answer: (url: string) => { status?: number; body: unknown }

beforeEach(() => {
  calls.length = 0
  settings = { passwordMin: 8 }
  answer = () => ({ body: { code: 0, data: null } })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    calls.push({ url, body: init?.body ? JSON.parse(String(init.body)) : null })
    const { status = 200, body } = answer(url)
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
async function open() {
  const onDone = vi.fn()
  render(<RegisterPage texts={await loadOpenTexts('zhCN')} onDone={onDone} />)
  await settle()
  return onDone
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const codeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /验证码|重新发送|正在发送/ })
const submit = async () => {
  fireEvent.click(screen.getByRole('button', { name: '注册' }))
  await settle()
}
function fillIn() {
  type('用户名', '张三 (1)')
  type('密码', 'longenough')
  type('手机号', '13800138000')
  type('短信验证码', '123456')
}

describe('registration form', () => {
  it('enables sending a code for mainland mobile numbers only', async () => {
    await open()
    for (const phone of ['', '1380013800', '23800138000', '12800138000', '1380013800a']) {
      type('手机号', phone)
      expect([phone, codeButton().disabled]).toEqual([phone, true])
    }
    type('手机号', '13800138000')
    expect(codeButton().disabled).toBe(false)
    expect(calls).toEqual([])
  })

  it('counts down 60 s after sending a code, then allows sending another', async () => {
    await open()
    type('手机号', '13800138000')
    fireEvent.click(codeButton())
    await settle()
    expect(calls).toEqual([{ url: '/v1/getVerificationCode?phone=13800138000', body: null }])
    expect(screen.getByText('验证码已发送')).toBeTruthy()
    expect(codeButton().textContent).toBe('60 秒后重新发送')
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(codeButton().textContent).toBe('57 秒后重新发送')
    expect(codeButton().disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(57_000))
    expect(codeButton().textContent).toBe('重新发送')
    expect(codeButton().disabled).toBe(false)
  })

  it('reports that the code is in the outbox when no SMS service is configured', async () => {
    settings = { passwordMin: 8, smsOutbox: true }
    await open()
    type('手机号', '13800138000')
    fireEvent.click(codeButton())
    await settle()
    expect(screen.getByText('短信服务未配置，验证码在发件箱，请向超级管理员索取')).toBeTruthy()
    expect(screen.queryByText('验证码已发送')).toBeNull()
  })

  it('shows the server’s message without a countdown when no code was sent', async () => {
    answer = () => ({ status: 429, body: { code: 429, msg: '发送过于频繁，请 42 秒后再试', data: null } })
    await open()
    type('手机号', '13800138000')
    fireEvent.click(codeButton())
    await settle()
    expect(screen.getByRole('alert').textContent).toBe('发送过于频繁，请 42 秒后再试')
    expect(codeButton().textContent).toBe('发送验证码')
    expect(codeButton().disabled).toBe(false)
  })

  it('requires a captcha for a code when configured and loads a new one after each request', async () => {
    settings = { passwordMin: 8, smsCaptcha: true }
    await open()
    const image = () => document.querySelector<HTMLImageElement>('form img')?.src
    const shown = image()
    type('手机号', '13800138000')
    expect(codeButton().disabled).toBe(true)
    type('验证码', ' ab3D ')
    answer = () => ({
      status: 400,
      body: { code: 400, msg: '请求有误', data: { fields: { captcha: '验证码不正确或已过期' } } },
    })
    fireEvent.click(codeButton())
    await settle()
    expect(calls).toEqual([{ url: '/v1/getVerificationCode?phone=13800138000&captcha=ab3D', body: null }])
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['验证码不正确或已过期'])
    expect(field('验证码').value).toBe('')
    expect(image()).not.toBe(shown)
    expect(codeButton().disabled).toBe(true)
    type('验证码', 'w7kp')
    answer = () => ({ body: { code: 0, data: null } })
    fireEvent.click(codeButton())
    await settle()
    expect(screen.getByText('验证码已发送')).toBeTruthy()
    expect(screen.queryAllByRole('alert')).toEqual([])
    expect(field('验证码').value).toBe('')
  })

  it('shows missing and invalid inputs at their fields without a request', async () => {
    const onDone = await open()
    await submit()
    expect(screen.getByText('请填写用户名、密码、手机号和短信验证码')).toBeTruthy()
    expect(document.activeElement).toBe(field('用户名'))
    expect(field('邮箱（选填）').getAttribute('aria-invalid')).toBe('false')
    fillIn()
    type('用户名', 'a<b>')
    type('邮箱（选填）', 'nobody@nowhere')
    await submit()
    expect(
      ['用户名', '密码', '邮箱（选填）', '手机号', '短信验证码'].map((name) =>
        field(name).getAttribute('aria-invalid'),
      ),
    ).toEqual(['true', 'false', 'true', 'false', 'false'])
    expect(calls).toEqual([])
    expect(onDone).not.toHaveBeenCalled()
  })

  it('sends the hashed password', async () => {
    const onDone = await open()
    fillIn()
    await submit()
    expect(calls).toEqual([
      {
        url: '/v1/RegisterSystemuser',
        body: {
          name: '张三 (1)',
          pass: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          phonecode: '123456',
          phone: '13800138000',
          email: '',
        },
      },
    ])
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('shows the server’s messages at their fields and keeps the inputs', async () => {
    answer = () => ({
      status: 409,
      body: { code: 409, msg: '用户名已被使用', data: { fields: { name: '已被使用', phonecode: '验证码不正确' } } },
    })
    const onDone = await open()
    fillIn()
    await submit()
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['已被使用', '验证码不正确'])
    expect(field('用户名').value).toBe('张三 (1)')
    expect(document.activeElement).toBe(field('用户名'))
    expect(onDone).not.toHaveBeenCalled()
  })
})
