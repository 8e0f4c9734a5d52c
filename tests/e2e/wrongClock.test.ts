import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { testConsole } from '../support/console.ts'
import { MonitorPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('a browser whose clock is wrong', () => {
  const app = testConsole()

  it('shows as stale what is, and says how far its clock is off', async () => {
    const { page } = await app.signedIn('/monitor/data', {
      before: ({ page: opened }) => opened.clock.install({ time: Date.now() + 15 * 60_000 }),
    })
    await new MonitorPage(page).devices.first().waitFor()
    await page.getByText('本机时钟快了 15 分钟，控制台以平台时间为准').waitFor()
    expect(await page.getByText('数据滞后 14 分钟').count()).toBe(0)
  })

  it('takes the platform’s day for today', async () => {
    const { page } = await app.signedIn('/monitor/history', {
      before: ({ page: opened }) => opened.clock.install({ time: Date.now() + 24 * 3_600_000 }),
    })
    await page.getByText(/^本机时钟快了 24 小时/).waitFor()
    // The first is of the period; the others lay a day over the curves.
    await page.getByRole('button', { name: '昨天' }).first().click()
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(
      Date.now() - 24 * 3_600_000,
    )
    await page.waitForURL((url) => url.search.includes(yesterday))
  })
})
