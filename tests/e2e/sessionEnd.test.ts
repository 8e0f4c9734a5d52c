import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('a session that ends', () => {
  const app = testConsole()

  const endSession = async (page: Page) => {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await call(app.server.url, 'POST', 'logout', { token: token ?? '' })
  }
  const overlay = (page: Page) => page.getByRole('dialog', { name: '请重新登录' })
  const signInOver = async (page: Page, username: string) => {
    const dialog = overlay(page)
    await dialog.locator('input[name=username]').fill(username)
    await dialog.locator('input[name=password]').fill(`${username}123`)
    await dialog.locator('input[name=captcha]').fill('test')
    await dialog.getByRole('button', { name: '登录', exact: true }).click()
  }
  const form = (page: Page) => page.getByRole('dialog', { name: '新建网关' })

  it('in a form: sign-in comes over it, what was typed stays, and is saved after it', async () => {
    const { page, problems } = await app.signedIn('/manage/gateway/create', { user: 'admin' })
    await form(page)
      .getByRole('textbox', { name: /^网关名称/ })
      .fill('Typed before')
    await form(page)
      .getByRole('textbox', { name: /^注册码/ })
      .fill('990017')
    await form(page)
      .getByRole('combobox', { name: /^协议类型/ })
      .click()
    await page.getByRole('option').first().click()
    await form(page)
      .getByRole('combobox', { name: /^所属项目/ })
      .click()
    await page.getByRole('option').first().click()
    await endSession(page)
    await form(page).getByRole('button', { name: '保存', exact: true }).click()
    await overlay(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/manage/gateway/create')
    await page.keyboard.press('Escape')
    await signInOver(page, 'admin')
    await overlay(page).waitFor({ state: 'detached' })
    // The save that met the ended session went on by itself, and shows what is shown only once.
    await page.getByRole('button', { name: '我已保存', exact: true }).click()
    await form(page).waitFor({ state: 'detached' })
    const list = new ListPage(page, '/manage/gateway', '网关')
    await list.search.fill('Typed before')
    await list.row('Typed before').waitFor()
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  it('shows nothing of what was typed to another user, and asks nobody about it', async () => {
    const { page } = await app.signedIn('/manage/gateway/create', { user: 'manager' })
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.accept()
    })
    await form(page)
      .getByRole('textbox', { name: /^网关名称/ })
      .fill('Only mine')
    await endSession(page)
    await overlay(page).waitFor()
    await signInOver(page, 'admin')
    // The page is loaded anew below the sign-in.
    await expect
      .poll(() =>
        form(page)
          .getByRole('textbox', { name: /^网关名称/ })
          .inputValue(),
      )
      .toBe('')
    expect(dialogs).toEqual([])
  })

  it('keeps the address of who searches on while the refusal is under way', async () => {
    const { page } = await app.signedIn('/manage/gateway', { user: 'admin' })
    await page.getByRole('searchbox').first().waitFor()
    let refuse = (): void => {}
    const searched = new Promise<void>((resolve) => (refuse = resolve))
    // Nothing tells the page before it has another address.
    await page.route('**/v1/**', async (route) => {
      await searched
      await route.continue()
    })
    await endSession(page)
    await page.getByRole('searchbox').first().fill('GW')
    await page.waitForURL(/GW/)
    const there = page.url()
    refuse()
    await overlay(page).waitFor()
    await signInOver(page, 'admin')
    await overlay(page).waitFor({ state: 'detached' })
    expect(page.url()).toBe(there)
  })
})
