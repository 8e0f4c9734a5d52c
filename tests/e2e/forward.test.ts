import { readdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser, openPage, release, STILL, walkTo, type WatchedPage } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf } from '../support/call.ts'
import { startServer, type Instance } from '../support/instance.ts'
import { ListPage, MonitorPage, SignInPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

describe('console with a remote or unavailable platform', () => {
  let platform: Instance
  let browser: Browser | undefined
  let opened: WatchedPage[] = []

  beforeAll(async () => {
    ;[platform, browser] = await Promise.all([startServer(), chromiumPath === null ? undefined : launchBrowser()])
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ context }) => release(context)))
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), platform?.stop()])
  })

  const open = async (url: string, options?: BrowserContextOptions): Promise<WatchedPage> => {
    if (!browser) throw new Error('there is no browser')
    const watched = await openPage(browser, url, options)
    opened = [...opened, watched]
    return watched
  }

  describe.skipIf(chromiumPath === null)('offline page', () => {
    const inCharge = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    /** The lightest page controlled by a service worker. That the console installs the worker is tested once. */
    const withWorker = async (options: BrowserContextOptions): Promise<WatchedPage> => {
      const watched = await open(platform.url, { serviceWorkers: 'allow', ...options })
      await watched.page.goto('/offline.css')
      await watched.page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')))
      await inCharge(watched.page)
      return watched
    }
    const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

    it('is shown in the stored language at the same URL until the server is back, and is all that is cached', async () => {
      const { page, context } = await open(platform.url, { serviceWorkers: 'allow', ...STILL })
      await context.addInitScript(() => localStorage.setItem('language', 'zhTW'))
      await new SignInPage(page).open()
      await inCharge(page)
      // The state after signing in.
      await page.evaluate(
        (token) => {
          localStorage.setItem('token', token)
          localStorage.setItem('login', '1')
        },
        await tokenOf(platform.url, 'viewer', 'viewer123'),
      )

      await context.setOffline(true)
      await page.goto('/monitor/data?layout=rows')
      expect(await heading(page)).toBe('無法連線到伺服器')
      expect(await page.getByRole('button').count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-TW')
      expect(page.url()).toBe(`${platform.url}/monitor/data?layout=rows`)
      await context.setOffline(false)
      await page.locator('#root main').waitFor()
      expect(page.url()).toBe(`${platform.url}/monitor/data?layout=rows`)

      // Of everything loaded so far only the offline page is cached: no call, no page and no file of the console.
      await page.locator('#root main').getByRole('row').nth(1).waitFor()
      const kept = await page.evaluate(async () => {
        const names = await caches.keys()
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return requests.flat().map((request) => new URL(request.url).pathname)
      })
      expect(kept.toSorted()).toEqual(['/offline.css', '/offline.html', '/offline.js'])
    })

    it.each([
      ['en-GB', 'The server cannot be reached'],
      ['zh-TW', '無法連線到伺服器'],
      ['zh-CN', '无法连接到服务器'],
    ])('is shown in the browser language %s when no language is stored', async (locale, words) => {
      const { page, context } = await withWorker({ locale })
      await context.setOffline(true)
      await page.goto('/login')
      expect(await heading(page)).toBe(words)
    })

    it('leaves API calls failing, follows the chosen theme and loads its files from the cache', async () => {
      const { page, context, problems } = await withWorker({ colorScheme: 'light' })
      await page.evaluate(() => localStorage.setItem('theme', 'dark'))
      await context.setOffline(true)
      expect(
        await page.evaluate(() =>
          fetch('/v1/capabilities').then(
            () => 'answered',
            () => 'failed',
          ),
        ),
      ).toBe('failed')
      await page.goto('/login')
      await heading(page)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(11, 14, 19)')
      expect(problems.filter((problem) => problem.startsWith('CSP'))).toEqual([])
    })
  })

  it('serves its web app manifest and icons with the right content types', async () => {
    const manifest = await fetch(`${platform.url}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const { icons } = (await manifest.json()) as { icons: { src: string }[] }
    for (const { src } of icons)
      expect((await fetch(platform.url + src)).headers.get('content-type')).toMatch(/^image\//)
  })

  describe('console in front of another platform', () => {
    let front: Instance
    beforeAll(async () => {
      front = await startServer({ PLATFORM_URL: platform.url, DEMO: undefined, CAPTCHA: undefined })
    })
    afterAll(() => front?.stop())

    it('opens no database and forwards calls unchanged', async () => {
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

    it.skipIf(chromiumPath === null)('shows the same data, including the live feed', async () => {
      const token = await tokenOf(platform.url, 'admin', 'admin123')
      const station = await makeDevice(platform.url, token)
      const { page, foreign, problems } = await open(front.url, STILL)
      await new SignInPage(page).signIn('admin', 'admin123')
      const monitor = new MonitorPage(page)
      await monitor.fromMenu()
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
    })

    /** Must be the last: the platform is stopped from here on. */
    it('answers 503 in the usual envelope when the platform is down', async () => {
      await platform.stop()
      expect((await fetch(`${front.url}/login`)).status).toBe(200)
      const answer = await call(front.url, 'GET', 'godbMyInfo')
      expect(answer.status).toBe(503)
      expect(answer.msg).not.toBe('')
    })
  })
})
