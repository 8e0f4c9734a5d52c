import { createHash } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Language } from '../../i18n/types.ts'
import { lastSeen, launchBrowser, openPage, release, type WatchedPage } from './browser.ts'
import { call, md5 } from './call.ts'
import { goingOn } from './goingOn.ts'
import { startServer, type Instance } from './instance.ts'

type PageOptions = Parameters<typeof openPage>[2]

/** User and language of a page. */
interface Visitor {
  user?: string
  password?: string
  language?: Language
}

/**
 * The console as a file of browser tests uses it. A page is closed with the test that opened it, except for the page
 * that walks on: a page left open would go on polling during the next test.
 */
export interface TestConsole {
  readonly server: Instance
  readonly browser: Browser
  /** A page without a session, at no address yet. */
  open(options?: PageOptions): Promise<WatchedPage>
  /**
   * A page of a user who has already signed in and chosen a language, on its way to an address. The password of a demo
   * account is its name followed by 123.
   */
  signedIn(
    path: string,
    options?: PageOptions & Visitor & { before?: (watched: WatchedPage) => Promise<void> },
  ): Promise<WatchedPage>
  /**
   * As signedIn, but reuses the page of the last test that called goOn, where that test used the same options and
   * passed: this costs a tenth of opening a page. The page's requests, refusals and problems count from here. For tests
   * that leave no changed form, no closing dialog, no open menu of the frame, no route and no clock behind, and end no
   * session. What a browser stores for good (columns, language, theme) stays as chosen.
   */
  goOn(path: string, options?: PageOptions & Visitor): Promise<WatchedPage>
}

/**
 * For a file of browser tests: the built server with the demo and a browser, started before the file's first test and
 * stopped after its last.
 */
export function testConsole(environment: Record<string, string | undefined> = {}): TestConsole {
  let server: Instance | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(environment), launchBrowser()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.stop()])
  })
  const goOn = goingOn()
  const app: TestConsole = {
    get server() {
      return started(server)
    },
    get browser() {
      return started(browser)
    },
    async open(options) {
      const watched = await openPage(app.browser, app.server.url, options)
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') console.error(await lastSeen(watched))
        await release(watched.context)
      })
      return watched
    },
    async signedIn(path, { before, ...visit } = {}) {
      const watched = await app.open(await withSession(app.server.url, visit))
      await before?.(watched)
      await watched.page.goto(path)
      return watched
    },
    async goOn(path, { user = 'admin', ...others } = {}) {
      const visit = { user, ...others }
      return goOn(path, JSON.stringify(visit), async () =>
        openPage(app.browser, app.server.url, await withSession(app.server.url, visit)),
      )
    },
  }
  return app
}

/**
 * Options for a page of a user who has already signed in. The password of a demo account is its name followed by 123.
 */
async function withSession(
  url: string,
  { user = 'admin', password = `${user}123`, language, ...options }: PageOptions & Visitor,
): Promise<PageOptions> {
  return { ...options, storageState: await sessionOf(url, user, password, language) }
}

/**
 * What signing in leaves in a browser (authProvider/session.ts). Each call gets a token of its own, since a test may
 * end the session.
 */
async function sessionOf(
  url: string,
  username: string,
  password: string,
  language?: Language,
): Promise<BrowserContextOptions['storageState']> {
  const { code, msg, data } = await call<{ token: string; superid?: number }>(url, 'POST', 'godbSystemuserlogin', {
    body: { username, password: md5(password), captcha: 'any' },
  })
  if (code !== 0) throw new Error(`${username} could not sign in: ${msg}`)
  const kept = {
    token: data.token,
    superid: String(data.superid ?? 0),
    login: '1',
  }
  const entries = [...Object.entries(kept), ...(language ? [['language', language] as const] : [])]
  // By this cookie the server recognises the page as it loads and lists the hosts of its user's videos
  // (server/routes/videoSources.ts).
  const page = {
    name: 'page',
    value: createHash('sha256').update(data.token).digest('hex'),
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  } as const
  return {
    cookies: [page],
    origins: [{ origin: url, localStorage: entries.map(([name, value]) => ({ name, value })) }],
  }
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('There is no console before the first test.')
  return thing
}
