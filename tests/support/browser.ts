import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core'
import { upTo } from './slowness.ts'

/**
 * Path of the browser that the tests use; null skips the tests that need a browser. `npm test` finds a browser and sets
 * it here.
 */
export const chromiumPath =
  [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null

/** Starts a headless Chromium that connects to nothing but the pages it opens. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath === null ? {} : { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** A page with a record of what happened in it, from its first moment. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught errors, refused requests and refusals of the Content-Security-Policy. */
  problems: string[]
  /** Changes of the address, including those without a load. */
  navigations: string[]
  /** Requests to another origin than the console's. */
  foreign: string[]
  requests: string[]
  /** Requests that are not answered yet. */
  waiting: Set<string>
}

/**
 * Describes a page at the end of a failed test: its address, the text it shows, its problems and the requests it waits
 * for.
 */
export async function lastSeen({ page, problems, waiting }: WatchedPage): Promise<string> {
  const shown = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch((failure: unknown) => String(failure))
  return [
    `at ${page.url()}`,
    `shows: ${shown.replace(/\s+/g, ' ').slice(0, SHOWN)}`,
    `problems: ${problems.join(', ') || 'none'}`,
    `waits for: ${[...waiting].join(', ') || 'nothing'}`,
  ].join('\n')
}

/** Maximum number of characters of a page's text in the description. */
const SHOWN = 2000

/**
 * Closes the pages of a context. Chromium may never answer the request to close while one of the pages is navigating
 * (seen after signing out, on a busy machine): a page that is not closed within 5 s ends with its browser, so no test
 * waits for it.
 */
export const release = (context: BrowserContext): Promise<unknown> =>
  Promise.race([context.close(), setTimeout(5000, undefined, { ref: false })])

/** Goes to another address as the browser's own buttons do: the console stays loaded. */
export const walkTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/**
 * Options for a page on which many dialogs and menus open: reduced motion, so that they are drawn at once and not frame
 * by frame.
 */
export const STILL = { reducedMotion: 'reduce' } as const

/** Opens a page in a fresh context (no storage, no cookies) whose relative addresses start at `base`. */
export async function openPage(
  browser: Browser,
  base: string,
  { popup = false, ...options }: BrowserContextOptions & { popup?: boolean } = {},
): Promise<WatchedPage> {
  // Service workers are blocked: one would stand between the page and the routes that tests answer themselves.
  const context = await browser.newContext({
    baseURL: base,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(upTo(30_000))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`),
    )
  })
  // The strip of alarms opens by itself below a page. Except for the tests about it, it starts as if the user had
  // closed it.
  if (!popup) await context.addInitScript(() => sessionStorage.setItem('alarm-popup-closed', '1'))
  const page = await context.newPage()
  const watched: WatchedPage = {
    page,
    context,
    problems: [],
    navigations: [],
    foreign: [],
    requests: [],
    waiting: new Set(),
  }
  const origin = new URL(base).origin
  page.on('console', (message) => {
    // The response handler below records a refused call, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      watched.problems.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      watched.problems.push(
        `${response.status()} ${response.request().method()} ${response.url().slice(origin.length)}`,
      )
  })
  page.on('pageerror', (error) => watched.problems.push(String(error)))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== 'about:blank') watched.navigations.push(frame.url())
  })
  page.on('request', (request) => {
    const name = `${request.method()} ${request.url()}`
    watched.requests.push(name)
    watched.waiting.add(name)
    if (new URL(request.url()).origin !== origin && !/^(data|blob):/.test(request.url()))
      watched.foreign.push(request.url())
  })
  const answered = (request: Request): void => void watched.waiting.delete(`${request.method()} ${request.url()}`)
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(base).host) watched.foreign.push(socket.url())
  })
  return watched
}

/** Waits until no animation runs; endless animations are left out. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // An animation that another one triggers begins in the frame after it.
    for (let still = 0; still < 2; still++) {
      const moving = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      if (moving.length > 0) still = -1
      await Promise.allSettled(moving.map(({ finished }) => finished))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
