import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser, openPage, release, type WatchedPage } from './browser.ts'
import { startServer, type Instance } from './instance.ts'
import { startOldPlatform, type OldPlatform } from './oldPlatform.ts'
import { SignInPage } from './pages.ts'

export interface OldPlatformApp {
  platform: OldPlatform
  /** The calendar day there. */
  today: string
  /** A browser of its own, nobody signed in. */
  fresh: () => Promise<WatchedPage>
  /** Signed in, at an address; nothing was wrong on the way. */
  at: (path: string) => Promise<WatchedPage>
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
    ;[app.platform, browser] = await Promise.all([startOldPlatform(), launchBrowser()])
    front = await startServer({
      PLATFORM_URL: app.platform.url,
      HMI_URL: 'https://hmi.example/',
      DEMO: undefined,
      CAPTCHA: undefined,
    })
    const settings = (await (await fetch(`${front.url}/console-settings.json`)).json()) as { timeZone: string }
    app.today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(Date.now())
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ context }) => release(context)))
  })
  afterAll(async () => {
    await browser?.close()
    await front?.stop()
    await app.platform?.stop()
  })
  app.fresh = async () => {
    if (!browser || !front) throw new Error('nothing is started yet')
    const watched = await openPage(browser, front.url, { acceptDownloads: true })
    opened = [...opened, watched]
    return watched
  }
  app.at = async (path) => {
    const watched = await app.fresh()
    await new SignInPage(watched.page).signIn('admin', 'admin123', '1234')
    await watched.page.waitForURL((url) => url.pathname !== '/login')
    await watched.page.goto(path)
    return watched
  }
  app.calls = (method, path) => app.platform.sent.filter((call) => call.method === method && call.path === path)
  return app
}
