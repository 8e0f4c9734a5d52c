import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, openPage, STILL, type WatchedPage } from './browser.ts'
import { goingOn } from './goingOn.ts'
import { startServer, type Instance } from './instance.ts'
import { startOldPlatform, type OldPlatform } from './oldPlatform.ts'
import { SignInPage } from './pages.ts'

export interface OldPlatformApp {
  platform: OldPlatform
  /** The calendar day in the page's zone. */
  today: string
  /** Opens the signed-out page on which the first test signs in; later tests continue on it. */
  signIn: () => Promise<WatchedPage>
  /**
   * Goes to an address on the page of the test before. The page is signed in by that test or, where it is another page,
   * by this call. A clock that a test installed stays.
   */
  goOn: (path: string) => Promise<WatchedPage>
  /** Requests that the platform has received so far. */
  calls: (method: string, path: string) => OldPlatform['sent']
}

/** The console in front of a platform of the older form, with a browser, for the tests of a file. */
export function oldPlatformApp(): OldPlatformApp {
  let front: Instance | undefined
  let browser: Browser | undefined
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
  afterAll(async () => {
    await Promise.all([browser?.close(), front?.stop()])
    await app.platform?.stop()
  })
  const open = async (): Promise<WatchedPage> => {
    if (!browser || !front) throw new Error('nothing is started yet')
    return openPage(browser, front.url, { acceptDownloads: true, ...STILL })
  }
  const openSignedIn = async (): Promise<WatchedPage> => {
    const watched = await open()
    await new SignInPage(watched.page).signIn('admin', 'admin123', '1234')
    await watched.page.waitForURL((url) => url.pathname !== '/login')
    return watched
  }
  const goOn = goingOn()
  app.signIn = () => goOn('/login', '', open)
  app.goOn = (path) => goOn(path, '', openSignedIn)
  app.calls = (method, path) => app.platform.sent.filter((call) => call.method === method && call.path === path)
  return app
}
