import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { makeDevice, makeRule, pushValue, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'

describe.skipIf(chromiumPath === null)('by keyboard alone', () => {
  const app = testConsole()

  it('one signs in, changes a device and handles an alarm, and never loses one’s place', async () => {
    // What the demo has in alarm goes by the hour of the day.
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

    // By its English name in another language; the page that opens has the focus.
    await visit(page, 'devices', '设备管理')

    // The tree: one stop, arrows within.
    await tabTo(page, /石家庄市|全部区域/)
    await keyboard.press('End')
    const area = await at(page)
    await keyboard.press('Enter')
    await page.waitForURL(/dis_id/)
    expect(await at(page)).toBe(area)
    await keyboard.press('Home')
    await keyboard.press('Enter')

    // A form: filled, saved, and back at its row.
    await tabTo(page, /^编辑 /)
    const edit = await at(page)
    await keyboard.press('Enter')
    await focused(page, /设备名称/)
    await keyboard.press('End')
    await keyboard.type(' K')
    await keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await focused(page, new RegExp(`^${edit} K$`))

    // A row's menu closes where it was opened.
    await tabTo(page, /更多操作$/)
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keyboard.press('Escape')
    await focused(page, /更多操作$/)

    // Alarms that wait: J and K walk them, A takes one, and the cursor goes on to the next.
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
    // A dialog by its key: typed in, sent by keys, and the focus is in the page again.
    await keyboard.press('c')
    await focused(page, /备注/)
    await keyboard.type('巡查过')
    await tabTo(page, /^取消$/)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await page.getByText('已备注 1 起').waitFor()

    // The palette gives it back.
    const before = await at(page)
    await keyboard.press('Control+k')
    await focused(page, /快速查找/)
    await keyboard.press('Escape')
    await expect.poll(() => at(page)).toBe(before)
    expect(problems).toEqual([])
  })
})

/** What has the focus, by its accessible name, or by its tag where it has none. */
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

/** Presses Tab until something of that name has the focus, where it has not yet. */
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

/** Opens a page by the palette; its heading has the focus then. */
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
