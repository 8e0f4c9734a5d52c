import type { Browser } from 'playwright-core'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser, openPage, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf } from '../support/call.ts'
import { startServer, type Instance } from '../support/instance.ts'
import { ListPage, MonitorPage, SignInPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

describe('a console in front of another platform', () => {
  let platform: Instance
  let front: Instance

  beforeAll(async () => {
    platform = await startServer()
    front = await startServer({ PLATFORM_URL: platform.url, DEMO: undefined, CAPTCHA: undefined })
  })
  afterAll(async () => {
    await front?.stop()
    await platform?.stop()
  })

  it('opens no database, and passes calls on as they are', async () => {
    expect(readdirSync(front.dataDir)).toEqual([])
    const token = await tokenOf(front.url, 'admin', 'admin123')
    const [through, direct] = await Promise.all(
      [front, platform].map(({ url }) => call(url, 'GET', 'godbGateway?page_size=5&current=2', { token })),
    )
    expect(through?.code).toBe(0)
    expect(through).toEqual(direct)
    expect((await call(front.url, 'GET', 'godbMyInfo')).status).toBe(401)
    expect((await call(front.url, 'GET', 'godbMyInfo')).code).toBe(401)
  })

  it('answers in the envelope when the platform is away', async () => {
    const away = await startServer({ PLATFORM_URL: 'http://127.0.0.1:1' })
    try {
      expect((await fetch(`${away.url}/login`)).status).toBe(200)
      const answer = await call(away.url, 'GET', 'godbMyInfo')
      expect(answer.status).toBe(503)
      expect(answer.msg).not.toBe('')
    } finally {
      await away.stop()
    }
  })

  it.skipIf(chromiumPath === null)('is the same console, live feed along', async () => {
    const browser: Browser = await launchBrowser()
    try {
      const { page, foreign, problems } = await openPage(browser, front.url)
      await new SignInPage(page).signIn('admin', 'admin123')
      const monitor = new MonitorPage(page)
      await monitor.fromMenu()
      const token = await tokenOf(platform.url, 'admin', 'admin123')
      const station = await makeDevice(platform.url, token)
      const card = await monitor.find(station.name)
      for (const value of [6.41, 5.52, 4.63]) {
        await pushValue(platform.url, station.credential, station.sn, station.node, value)
        await card
          .getByText(new RegExp(String(value).slice(0, 3)))
          .first()
          .waitFor({ timeout: upTo(15_000) })
      }
      const list = new ListPage(page, '/manage/gateway', '网关')
      await walkTo(page, list.path)
      await page.getByRole('table').waitFor()
      await expect.poll(() => page.getByRole('row').count()).toBe(11)
      expect(foreign).toEqual([])
      expect(problems).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
