import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath, STILL } from '../support/browser.ts'
import { makeDevice, makeRule, pushValue, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

describe.skipIf(chromiumPath === null)('console shell', () => {
  const app = testConsole()

  const signedIn = async (user: string, options?: Parameters<typeof app.open>[0], path = '/') => {
    const watched = await app.goOn(path, { user, ...options })
    const shell = new Shell(watched.page)
    await shell.menu.waitFor()
    return { ...watched, shell }
  }

  it('runs no animation with reduced motion, and still closes dialogs and menus', async () => {
    const { page, shell } = await signedIn('admin', STILL)
    await page.evaluate(() =>
      document.addEventListener('transitionrun', ({ propertyName }) =>
        document.documentElement.setAttribute('data-moved', propertyName),
      ),
    )
    const moving = () =>
      page.evaluate(() =>
        [
          document.documentElement.dataset['moved'],
          ...document
            .getAnimations()
            .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
            .map(({ id }) => id),
        ].filter((one) => one !== undefined),
      )
    await shell.menu.getByRole('button', { name: '管理中心' }).click()
    await shell.menu.getByRole('link', { name: '网关管理' }).click()
    await page.getByRole('button', { name: '新建网关' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().waitFor()
    expect(await moving()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /更多操作$/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await moving()).toEqual([])
  })

  it('finds a device by its pinyin initials and opens its page', async () => {
    const { page, problems } = await signedIn('admin', STILL, '/manage/gateway')
    await page.getByRole('table').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '快速查找' }).fill('caqkqwz')
    const first = page.getByRole('option').first()
    await first.getByText('长安区空气微站').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/device\/\d+$/)
    await page.getByRole('heading', { level: 1, name: /^长安区空气微站/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('opens the changelog from the user menu', async () => {
    const { page, shell } = await signedIn('admin', STILL, '/monitor/operation')
    await shell.user.click()
    await page.getByRole('menuitem', { name: '更新日志' }).click()
    const news = page.getByRole('dialog', { name: '更新日志' })
    await news.getByRole('heading', { level: 3 }).first().waitFor()
  })

  it('opens the alarm popup automatically once, then only from the bell; requests the live state once per refresh', async () => {
    const { page, problems, requests } = await signedIn('admin', { popup: true }, '/monitor/data')
    const popup = page.getByRole('dialog', { name: '当前报警' })
    const bell = page.getByRole('button', { name: /^报警：\d+ 条$/ })
    await bell.waitFor()
    await expect.poll(() => bell.getAttribute('aria-label'), { timeout: upTo(30_000) }).not.toBe('报警：0 条')
    await popup.waitFor()
    expect(await popup.getByRole('listitem').count()).toBeLessThanOrEqual(3)
    await page.getByRole('article').first().waitFor()
    // The page also refreshes every ten seconds by itself: the count begins right before the press.
    await page.getByRole('button', { name: /^刷新/ }).first().hover()
    const before = requests.length
    await page.mouse.down()
    await page.mouse.up()
    await expect
      .poll(() => requests.slice(before).filter((request) => /\/v1\/godbDeviceState(\?|$)/.test(request)).length)
      .toBe(1)
    await popup.getByRole('button', { name: '关闭' }).click()
    await page.reload()
    await expect.poll(() => bell.getAttribute('aria-label'), { timeout: upTo(30_000) }).not.toBe('报警：0 条')
    expect(await popup.count()).toBe(0)
    await bell.click()
    await popup.waitFor()
    await popup.getByRole('button', { name: /^查看/ }).click()
    await page.getByRole('columnheader', { name: '实时数据' }).waitFor()
    expect(problems).toEqual([])
  })

  it('rejects an invalid phone number in a user’s project dialog, and keeps a saved one after a reload', async () => {
    const { page, shell } = await signedIn('manager', {}, '/manage/gateway')
    await shell.user.click()
    await page.getByRole('menuitem', { name: '项目信息' }).click()
    const dialog = page.getByRole('dialog', { name: '项目信息' })
    await dialog.getByLabel('联系电话').fill('123')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('联系电话').fill('13900139000')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('项目信息已保存').waitFor()
    await page.reload()
    await shell.user.click()
    await page.getByRole('menuitem', { name: '项目信息' }).click()
    expect(await dialog.getByLabel('联系电话').inputValue()).toBe('13900139000')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens the help dialog of a page', async () => {
    const { page } = await signedIn('manager', {}, '/monitor/history')
    await page.getByRole('button', { name: '使用说明' }).click()
    await page.getByRole('dialog', { name: '历史数据使用说明' }).getByRole('listitem').first().waitFor()
  })

  it('offers no page without permission in the command palette', async () => {
    const { page } = await signedIn('viewer')
    await page.getByRole('button', { name: '搜索设备、区域、页面…' }).click()
    await page.getByRole('combobox', { name: '快速查找' }).fill('用户管理')
    await page.getByText('没有匹配“用户管理”的内容').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: '快速查找' }).waitFor({ state: 'detached' })
  })

  it('navigates and signs out with bottom tabs on a phone', async () => {
    const { page } = await signedIn('viewer', {}, '/monitor/history')
    await page.setViewportSize({ width: 390, height: 844 })
    const tabs = page.getByRole('navigation', { name: '快捷导航' })
    await tabs.getByRole('link', { name: '监测' }).click()
    await page.waitForURL(/\/monitor\/data/)
    await tabs.getByRole('button', { name: '我的' }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL(/\/login/)
  })

  it('shows /BigCity, /404 and /register without a session and without loading the console code', async () => {
    const { page, requests } = await app.open()
    await page.goto('/BigCity')
    await page.getByRole('heading', { name: '智慧城市' }).waitFor()
    await page.goto('/404')
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await page.goto('/register')
    const code = page.getByRole('button', { name: '发送验证码' })
    await page.getByLabel('手机号').waitFor()
    expect(await code.isDisabled()).toBe(true)
    await page.getByLabel('手机号').fill('13800138123')
    await code.click()
    await page.getByRole('button', { name: /^\d+ 秒后重新发送$/ }).waitFor()
    expect(requests.filter((request) => /godbMyInfo|console-[\w-]+\.js$/.test(request))).toEqual([])
  })

  it('supports sign-in, editing a device and handling an alarm by keyboard alone, and restores the focus', async () => {
    // Which alarms the demo has depends on the hour of the day.
    const admin = await tokenOf(app.server.url, 'admin', 'admin123')
    const station = await makeDevice(app.server.url, admin, '键盘水文站')
    await makeRule(app.server.url, admin, '键盘水位上限', [station], 15)
    await pushValue(app.server.url, station.credential, station.sn, station.node, 16.6)
    const { page, problems } = await app.open()
    const { keyboard } = page
    await page.goto('/login')
    await page.locator('input[name=username]').waitFor()
    for (const [field, text] of [
      [/用户名/, 'admin'],
      [/密码/, 'admin123'],
      [/验证码/, 'test'],
    ] as const) {
      await tabTo(page, field)
      await keyboard.type(text)
    }
    await keyboard.press('Enter')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()

    // Found by its English name in another language; the page that opens receives the focus.
    await visit(page, 'devices', '设备管理')

    // The tree is one tab stop, with arrow keys inside. At first it has the line of all areas only, without numbers.
    await page.getByRole('treeitem', { name: /^石家庄市\s*\d/ }).waitFor()
    await tabTo(page, /石家庄市|全部区域/)
    await keyboard.press('End')
    const area = await at(page)
    await keyboard.press('Enter')
    await page.waitForURL(/dis_id/)
    expect(await at(page)).toBe(area)
    await keyboard.press('Home')
    await keyboard.press('Enter')
    // Rows that are loaded again would take the focus with them.
    await page.getByRole('treeitem', { name: /^全部区域/, selected: true }).waitFor()
    await page.locator('[data-part=rows][aria-busy=false]').waitFor()

    // A form is filled in and saved, and the focus returns to its row.
    await tabTo(page, /^编辑 /)
    const edit = await at(page)
    await keyboard.press('Enter')
    await focused(page, /设备名称/)
    await keyboard.press('End')
    await keyboard.type(' K')
    await keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await focused(page, new RegExp(`^${edit} K$`))

    // A row's menu returns the focus to where it was opened.
    await tabTo(page, /更多操作$/)
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keyboard.press('Escape')
    await focused(page, /更多操作$/)

    // Waiting alarms: J and K walk through them, A takes one, and the cursor moves on to the next.
    await visit(page, '报警记录', '报警记录')
    const cursor = () => page.locator('[data-current]').getAttribute('data-id')
    await page.locator('[data-part=detail]').getByRole('button', { name: '接手' }).waitFor()
    const first = await cursor()
    await keyboard.press('j')
    await expect.poll(cursor).not.toBe(first)
    await keyboard.press('k')
    await expect.poll(cursor).toBe(first)
    await keyboard.press('a')
    await expect.poll(cursor).not.toBe(first)
    await page.getByText('已接手 1 起').waitFor()
    // A dialog opens by its key, is typed into and sent by keys, and the focus returns to the page.
    await keyboard.press('c')
    await focused(page, /备注/)
    await keyboard.type('巡查过')
    await tabTo(page, /^取消$/)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await page.getByText('已备注 1 起').waitFor()

    // The palette returns the focus.
    const before = await at(page)
    await keyboard.press('Control+k')
    await focused(page, /快速查找/)
    await keyboard.press('Escape')
    await expect.poll(() => at(page)).toBe(before)
    expect(problems).toEqual([])
  })
})

/** The accessible name of the focused element, or its tag where it has no name. */
const at = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return 'nowhere'
    if (element.tagName === 'TR') return 'tr'
    const labels =
      'labels' in element && element.labels instanceof NodeList
        ? [...element.labels].map(({ textContent }) => textContent).join(' ')
        : ''
    return element.getAttribute('aria-label') ?? (labels === '' ? element.textContent : labels)
  })

const focused = async (page: Page, name: RegExp): Promise<void> => {
  await expect.poll(() => at(page)).toMatch(name)
}

/** Presses Tab until an element of that name has the focus, unless it already has. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    const now = await at(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    passed.push(now.slice(0, 20))
    await page.keyboard.press('Tab')
  }
  throw new Error(`nothing called ${String(name)} among ${passed.join(' | ')}`)
}

/** Opens a page by the palette; its heading then has the focus. */
async function visit(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focused(page, /快速查找/)
  await page.keyboard.type(query)
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await focused(page, new RegExp(`^${title}$`))
}
