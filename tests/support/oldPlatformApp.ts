import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser, openPage, release, type WatchedPage } from './browser.ts'
import { goingOn } from './goingOn.ts'
import { startServer, type Instance } from './instance.ts'
import { startOldPlatform, type OldPlatform } from './oldPlatform.ts'
import { SignInPage } from './pages.ts'

export interface OldPlatformApp {
  platform: OldPlatform
  /** The calendar day there. */
  today: string
  /** A browser of its own, nobody signed in. */
  fresh: () => Promise<WatchedPage>
  /** Signed in before, at an address. */
  at: (path: string) => Promise<WatchedPage>
  /** As `at`, on the page of the last test that went on: for tests that leave it as it was, without a clock or a platform that refused. */
  goOn: (path: string) => Promise<WatchedPage>
  /** What it was asked so far. */
  calls: (method: string, path: string) => OldPlatform['sent']
}

/** The console in front of a platform of the older form, and a browser, for the tests of a file. */
export function oldPlatformApp(): OldPlatformApp {
  let front: Instance | undefined
  let browser: Browser | undefined
  let opened: WatchedPage[] = []
  const app = { today: '' } as OldPlatformApp
  beforeAll(async () => {
    app.platform = await startOldPlatform()
    const settingsOfFront = {
      PLATFORM_URL: app.platform.url,
      HMI_URL: 'https://hmi.example/',
      DEMO: undefined,
      CAPTCHA: undefined,
    }
    ;[front, browser] = await Promise.all([startServer(settingsOfFront), launchBrowser()])
    const settings = (await (await fetch(`${front.url}/console-settings.json`)).json()) as { timeZone: string }
    app.today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(Date.now())
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ context }) => release(context)))
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), front?.stop()])
    await app.platform?.stop()
  })
  const open = async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    if (!browser || !front) throw new Error('nothing is started yet')
    return openPage(browser, front.url, { acceptDownloads: true, ...options })
  }
  const ofTheTest = (watched: WatchedPage): WatchedPage => {
    opened = [...opened, watched]
    return watched
  }
  let session: BrowserContextOptions['storageState']
  /** A page of somebody who has signed in: by the form once, since each session of this platform is the same. */
  const withSession = async (): Promise<WatchedPage> => {
    if (session === undefined) {
      const { page, context } = await open()
      await new SignInPage(page).signIn('admin', 'admin123', '1234')
      await page.waitForURL((url) => url.pathname !== '/login')
      session = await context.storageState()
      await release(context)
    }
    return open({ storageState: session })
  }
  app.fresh = async () => ofTheTest(await open())
  app.at = async (path) => {
    const watched = ofTheTest(await withSession())
    await watched.page.goto(path)
    return watched
  }
  const goOn = goingOn()
  app.goOn = (path) => goOn(path, '', withSession)
  app.calls = (method, path) => app.platform.sent.filter((call) => call.method === method && call.path === path)
  return app
}
