// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext } from 'react-admin'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { toMe } from '../../authProvider/me.ts'
import { createI18nProvider } from '../../i18n/index.ts'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { UserMenu } from '../../src/app/account/UserMenu.tsx'
import { Welcome } from '../../src/app/App.tsx'
import { MeContext } from '../../src/kit/index.ts'
import { extensions } from '../../resources/kit/extensions.ts'

let capabilities: object | null
beforeEach(() => {
  forgetCapabilities()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(
        JSON.stringify(capabilities ? { code: 0, msg: '', data: capabilities } : { code: 404, msg: 'no', data: null }),
      ),
    ),
  )
})
afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
})

async function open(super_id = 1) {
  const i18nProvider = await createI18nProvider()
  render(
    <MemoryRouter>
      <MeContext.Provider value={toMe({ id: 3, username: 'root', super_id })}>
        <CoreAdminContext i18nProvider={i18nProvider}>
          <Welcome />
          <UserMenu />
          <Toasts />
        </CoreAdminContext>
      </MeContext.Provider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /用户菜单/ }))
  return user
}

it('sign-in notice and capabilities dialog list missing extensions with their fallbacks', async () => {
  capabilities = null
  const user = await open()
  expect(await screen.findByText(`没有 ${extensions.length} 项功能，详见用户菜单中的“平台能力”`)).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: '平台能力' }))
  const table = within(await screen.findByRole('table', { name: '平台能力' }))
  expect(table.getByRole('row', { name: /^实时推送/ }).textContent).toBe('实时推送没有实时推送，每 10 秒轮询一次')
  expect(table.getByRole('row', { name: /^批量导入/ }).textContent).toBe(
    '批量导入没有批量导入，逐行提交，每行间隔 1 至 3 秒',
  )
  expect(table.getAllByRole('row')).toHaveLength(1 + extensions.length)
})

it('capabilities dialog lists missing extensions before supported ones', async () => {
  capabilities = { name: 'mine', version: '1', extensions: extensions.filter((name) => name !== 'export') }
  const user = await open()
  await user.click(screen.getByRole('menuitem', { name: '平台能力' }))
  const rows = within(await screen.findByRole('table', { name: '平台能力' })).getAllByRole('row')
  expect(rows.slice(1, 3).map(({ textContent }) => textContent)).toEqual([
    '导出文件由浏览器逐页读取后生成 CSV，没有 Excel',
    '实时推送支持',
  ])
})

it('sign-in shows no capabilities notice when the platform has all extensions', async () => {
  capabilities = { name: 'city-environment-platform', version: '1', extensions }
  await open()
  expect(await screen.findByText('登录成功')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/项功能，详见/)).toBeNull())
})

it('sign-in offers other users no capabilities dialog and no notice', async () => {
  capabilities = null
  await open(2)
  expect(screen.queryByRole('menuitem', { name: '平台能力' })).toBeNull()
  expect(screen.queryByText(/项功能，详见/)).toBeNull()
})
