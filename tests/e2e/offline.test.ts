import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser, openPage, release, type WatchedPage } from '../support/browser.ts'
import { startServer, type Instance } from '../support/instance.ts'
import { MonitorPage, SignInPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('the console without its server', () => {
  let server: Instance
  let browser: Browser
  const opened: WatchedPage[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ context }) => release(context)))
    await Promise.all([browser?.close(), server?.stop()])
  })

  /** A page whose service worker is in charge. */
  const withWorker = async (options: BrowserContextOptions = {}, language?: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, server.url, { serviceWorkers: 'allow', ...options })
    opened.push(watched)
    if (language) await watched.context.addInitScript((value) => localStorage.setItem('language', value), language)
    await new SignInPage(watched.page).open()
    await watched.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    return watched
  }
  const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

  it('keeps the offline page and nothing else, says so in the stored language at the same address, and opens the page when the server is back', async () => {
    const { page, context } = await withWorker({}, 'zhTW')
    await new SignInPage(page).signIn('viewer', 'viewer123')
    await new MonitorPage(page).devices.first().waitFor()
    // Of what was loaded so far only the offline page is kept: no call, no page and no file of the console.
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map((request) => new URL(request.url).pathname)
    })
    expect(kept.toSorted()).toEqual(['/offline.css', '/offline.html', '/offline.js'])

    await context.setOffline(true)
    await page.goto('/monitor/data?layout=rows')
    expect(await heading(page)).toBe('無法連線到伺服器')
    expect(await page.getByRole('button').count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-TW')
    expect(page.url()).toBe(`${server.url}/monitor/data?layout=rows`)
    await context.setOffline(false)
    await page.locator('#root main').waitFor()
    expect(page.url()).toBe(`${server.url}/monitor/data?layout=rows`)
  })

  it.each([
    ['en-GB', 'The server cannot be reached'],
    ['zh-TW', '無法連線到伺服器'],
    ['zh-CN', '无法连接到服务器'],
  ])('takes the browser language %s where none was stored', async (locale, words) => {
    const { page, context } = await withWorker({ locale })
    await page.evaluate(() => localStorage.removeItem('language'))
    await context.setOffline(true)
    await page.reload()
    expect(await heading(page)).toBe(words)
  })

  it('lets calls fail as they do without it, follows the chosen theme, and loads its style and script from what was kept', async () => {
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
    await page.reload()
    await heading(page)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(11, 14, 19)')
    expect(problems.filter((problem) => problem.startsWith('CSP'))).toEqual([])
  })

  it('its manifest is served as one, and its icons too', async () => {
    const manifest = await fetch(`${server.url}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const { icons } = (await manifest.json()) as { icons: { src: string }[] }
    for (const { src } of icons) expect((await fetch(server.url + src)).headers.get('content-type')).toMatch(/^image\//)
  })
})
