import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath, openPage, release, STILL, walkTo, type WatchedPage } from '../support/browser.ts'
import { call } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { startServer } from '../support/instance.ts'
import { DashboardPage, ListPage, MonitorPage, Shell, SignInPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('sign-in', () => {
  const app = testConsole()

  const fresh = async (
    options?: Parameters<typeof openPage>[2],
  ): Promise<WatchedPage & { signIn: SignInPage; shell: Shell }> => {
    const watched = await app.open({ ...STILL, ...options })
    return { ...watched, signIn: new SignInPage(watched.page), shell: new Shell(watched.page) }
  }

  it('loads less than 120 kB from its own host in one navigation, and reports missing inputs without a request', async () => {
    const { signIn, page, navigations, foreign, problems, requests } = await fresh()
    await signIn.open()
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    )
    expect(bytes).toBeLessThan(120_000)
    await signIn.nextCaptcha.locator('img').waitFor()
    expect(navigations).toEqual([`${app.server.url}/login`])
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
    await signIn.submit.click()
    await page.getByText('请填写用户名、密码和验证码').waitFor()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  it('shows an error for a wrong password, loads a new captcha and clears its input', async () => {
    const { signIn, page } = await fresh()
    await signIn.open()
    const image = signIn.nextCaptcha.locator('img')
    const before = await image.getAttribute('src')
    await signIn.signIn('admin', 'wrong')
    await page.getByText('用户名或密码不正确').waitFor()
    await expect.poll(() => image.getAttribute('src')).not.toBe(before)
    expect(await signIn.captcha.inputValue()).toBe('')
  })

  it('opens the requested route after sign-in, and shows the form again after sign-out', async () => {
    const { page, signIn, shell, navigations, foreign, problems } = await fresh()
    await page.goto('/manage/gateway?search=86530')
    await signIn.username.waitFor()
    expect(page.url()).toBe(`${app.server.url}/login`)
    expect(navigations.length).toBeLessThanOrEqual(2)
    // The list asks for it once its rows stand; under way at the sign-out it would be refused.
    const lastCall = page.waitForResponse(/godbProjectNameList/)
    await signIn.signIn('admin', 'admin123')
    await page.getByRole('table').waitFor()
    expect(new URL(page.url()).searchParams.get('filter')).toBe('{"q":"86530"}')
    await lastCall
    await shell.signOut()
    await signIn.username.waitFor()
    expect(page.url()).toBe(`${app.server.url}/login`)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.goto('/manage/gateway')
    await signIn.username.waitFor()
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it('clears a session that ended elsewhere, and shows the form without a message', async () => {
    const { page, signIn } = await fresh()
    await signIn.signIn('manager', 'manager123')
    await new DashboardPage(page).live.waitFor()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await call(app.server.url, 'POST', 'logout', { token: token ?? '' })
    // The live feed ends with its session: the page goes to sign-in by itself.
    await signIn.username.waitFor()
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('login')])).toEqual([
      null,
      null,
    ])
    expect(await page.getByRole('alert').count()).toBe(0)
    await signIn.signIn('admin', 'admin123')
    await new DashboardPage(page).live.waitFor()
  })

  it('applies and keeps language and theme, follows the system theme by default, and shows "page not found"', async () => {
    const { page, signIn, shell } = await fresh({ colorScheme: 'dark' })
    const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme'])
    const spoken = (): Promise<(string | null)[]> =>
      page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang])
    await signIn.open()
    expect(await theme()).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(theme).toBe('light')
    await signIn.language.selectOption('zhEN')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await spoken()).toEqual(['zhEN', 'en'])
    // A load of another address, which leads to the form too.
    await page.goto('/nowhere')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await signIn.signIn('admin', 'admin123')
    await page.getByText('Page not found').waitFor()
    await walkTo(page, '/')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await shell.pick('Language', '繁體中文')
    await page.getByRole('heading', { name: '總覽' }).waitFor()
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await shell.pick('佈景主題', '深色')
    await expect.poll(theme).toBe('dark')
    expect(await ground()).not.toBe(light)
    await page.reload()
    await page.getByRole('heading', { name: '總覽' }).waitFor()
    expect(await spoken()).toEqual(['zhTW', 'zh-TW'])
    expect(await theme()).toBe('dark')
  })

  it('opens a viewer’s first permitted page, lists only that in the menu, and denies other addresses and calls', async () => {
    const { page, signIn, shell, problems } = await fresh()
    const { devices } = new MonitorPage(page)
    await signIn.signIn('viewer', 'viewer123')
    await devices.first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/monitor/data')
    expect(await shell.menu.getByRole('link').allInnerTexts()).toEqual(['实时数据'])
    expect(await shell.menu.getByRole('button', { name: '管理中心' }).count()).toBe(0)
    // These users may not open the overview.
    await walkTo(page, '/')
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/monitor/data')
    await devices.first().waitFor()
    expect(problems).toEqual([])
    // Refused from a permitted page, by a load of its own, and from an address without a page: the refusal looks the
    // same everywhere.
    await walkTo(page, '/manage/device/create')
    await shell.denied.waitFor()
    expect(await devices.count()).toBe(0)
    await page.goto('/manage/gateway')
    await shell.denied.waitFor()
    for (const path of [
      '/manage/device/1/detail',
      '/permissionCenter/project',
      '/alarmConfig/threshold',
      '/BigScreen?layout=classic',
    ]) {
      await walkTo(page, '/nowhere')
      await page.getByText('页面不存在').waitFor()
      await walkTo(page, path)
      await shell.denied.waitFor()
      expect([path, await devices.count()]).toEqual([path, 0])
    }
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
    expect((await call(app.server.url, 'GET', 'godbGateway?page_size=10&current=1', { token })).status).toBe(403)
    expect(
      (
        await call(app.server.url, 'POST', 'godbGateway', {
          token,
          body: { name: 'x', regcode: '1', protocol_type: 1 },
        })
      ).status,
    ).toBe(403)
  })

  describe('ended session', () => {
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
    /**
     * Holds all calls of a page until the returned function is called: otherwise one that the page makes by itself
     * could report the end of the session before the test has done what should meet it.
     */
    const holdCalls = async (page: Page): Promise<() => void> => {
      let release = (): void => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/v1/**', async (route) => {
        await released
        await route.continue()
      })
      return release
    }

    it('keeps a form and saves it after signing in again in a dialog; keeps the address of a rejected search', async () => {
      const { page, problems } = await app.signedIn('/manage/gateway/create', { user: 'admin', ...STILL })
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
      const save = await holdCalls(page)
      const saving = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('godbGateway'),
      )
      await endSession(page)
      await form(page).getByRole('button', { name: '保存', exact: true }).click()
      await saving
      save()
      await overlay(page).waitFor()
      expect(new URL(page.url()).pathname).toBe('/manage/gateway/create')
      await page.keyboard.press('Escape')
      await signInOver(page, 'admin')
      await overlay(page).waitFor({ state: 'detached' })
      // The save that met the ended session continued by itself, and shows what is shown only once.
      await page.getByRole('button', { name: '我已保存', exact: true }).click()
      await form(page).waitFor({ state: 'detached' })
      const list = new ListPage(page, '/manage/gateway', '网关')
      await list.search.fill('Typed before')
      await list.row('Typed before').waitFor()
      expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])

      const search = await holdCalls(page)
      await endSession(page)
      await list.search.fill('GW')
      await page.waitForURL(/GW/)
      const there = page.url()
      search()
      await overlay(page).waitFor()
      await signInOver(page, 'admin')
      await overlay(page).waitFor({ state: 'detached' })
      expect(page.url()).toBe(there)
    })

    it('discards the form’s input when another user signs in, without a leave-page prompt', async () => {
      const { page } = await app.signedIn('/manage/gateway/create', { user: 'manager', ...STILL })
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
      // The page below the sign-in is loaded anew.
      await expect
        .poll(() =>
          form(page)
            .getByRole('textbox', { name: /^网关名称/ })
            .inputValue(),
        )
        .toBe('')
      expect(dialogs).toEqual([])
    })
  })

  it('rejects a wrong captcha and loads a new image when CAPTCHA=on', async () => {
    // The captcha is checked before the account: any platform will do.
    const server = await startServer({ CAPTCHA: 'on', DEMO: 'off' })
    try {
      const { page, problems, context } = await openPage(app.browser, server.url)
      const signIn = new SignInPage(page)
      await signIn.open()
      const image = signIn.nextCaptcha.locator('img')
      const before = await image.getAttribute('src')
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
      await signIn.signIn('admin', 'admin123', 'wrong')
      await page.getByText('验证码不正确或已过期').first().waitFor()
      await expect.poll(() => image.getAttribute('src')).not.toBe(before)
      await signIn.nextCaptcha.click()
      expect(problems.filter((problem) => !problem.includes('godbSystemuserlogin'))).toEqual([])
      await release(context)
    } finally {
      await server.stop()
    }
  })
})
