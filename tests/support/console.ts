import { createHash } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Language } from '../../i18n/types.ts'
import { lastSeen, launchBrowser, openPage, release, type WatchedPage } from './browser.ts'
import { call, md5 } from './call.ts'
import { goingOn } from './goingOn.ts'
import { startServer, type Instance } from './instance.ts'

type PageOptions = Parameters<typeof openPage>[2]

/** Whose page, in which language. */
interface Visitor {
  user?: string
  password?: string
  language?: Language
}

/**
 * The console as a file of browser tests has it. Its pages are gone with the test that opened them, but for the one that goes on: one left open goes on polling
 * beside the next.
 */
export interface TestConsole {
  readonly server: Instance
  readonly browser: Browser
  /** A page of nobody, not yet anywhere. */
  open(options?: PageOptions): Promise<WatchedPage>
  /** A page of somebody who has signed in and chosen a language before, on its way to an address. Accounts of the demo have the name and 123 for a password. */
  signedIn(
    path: string,
    options?: PageOptions & Visitor & { before?: (watched: WatchedPage) => Promise<void> },
  ): Promise<WatchedPage>
  /**
   * As signedIn, but where the last test that went on did so with the same options and passed, its page walks on: a tenth of the price of one that is
   * opened. What it asked for, was refused and complained of counts from here. For tests that leave behind no changed form, no dialog that is still
   * closing, no open menu of the frame, no route and no clock, and end no session; what is chosen for good on a browser (columns, language, theme)
   * stays chosen.
   */
  goOn(path: string, options?: PageOptions & Visitor): Promise<WatchedPage>
}

/** For a file of browser tests: the built server with the demo and a browser, both there before its first test and gone with its last. */
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

/** What a page of somebody who has signed in before is opened with. Accounts of the demo have the name and 123 for a password. */
async function withSession(
  url: string,
  { user = 'admin', password = `${user}123`, language, ...options }: PageOptions & Visitor,
): Promise<PageOptions> {
  return { ...options, storageState: await sessionOf(url, user, password, language) }
}

/** What signing in leaves behind in a browser (authProvider/session.ts). Each has its own token: one test may end it. */
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
  // By it the page is given the hosts of its user's videos when it is loaded (server/routes/videoSources.ts).
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
