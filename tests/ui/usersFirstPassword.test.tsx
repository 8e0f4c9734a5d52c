// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPasswordOf } from '../../dataProvider/calls/firstPassword.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { resourceOf } from '../../resources/index.ts'
import { md5 } from '../support/call.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'

const user = resourceOf('permissionCenter/user')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: async () => false })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const created = () => platform.sent.find(({ method }) => method === 'POST')?.body

describe('a first password where the platform makes none', () => {
  it('is made up here, sent as its MD5 and shown once', async () => {
    await openScreen(user, `/${user.path}/create`)
    await waitFor(() => expect(document.querySelector('[role=tree]')).not.toBeNull())
    fireEvent.change(screen.getByRole('textbox', { name: /^用户名/ }), { target: { value: 'fresh' } })
    fireEvent.change(screen.getByRole('textbox', { name: /^昵称/ }), { target: { value: '新人' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    const shown = await screen.findByLabelText<HTMLInputElement>('初始密码')
    expect(shown.value).toMatch(/^[a-z2-9]{12}$/)
    expect(created()).toMatchObject({ username: 'fresh', password: md5(shown.value) })
    expect(JSON.stringify(created())).not.toContain(shown.value)
    fireEvent.click(screen.getByRole('button', { name: '我已保存' }))
    await waitFor(() => expect(screen.queryByDisplayValue(shown.value)).toBeNull())
  })

  it('is the platform’s where that announces to make it, and nothing that others than users have', async () => {
    expect(await firstPasswordOf(resourceOf('manage/gateway'))).toBeNull()
    expect((await firstPasswordOf(user))?.text).toMatch(/^[a-z2-9]{12}$/)
    configureHttp({
      token: () => 't',
      languageTag: () => 'zh-CN',
      onSignedOut: () => {},
      announces: async (name) => name === 'credential',
    })
    expect(await firstPasswordOf(user)).toBeNull()
  })
})
