import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/instance.ts'
import { MonitorPage, Shell, SignInPage } from '../tests/support/pages.ts'
import { figure, median, type Bench } from './report.ts'
import { serveStockApp } from './stockApp.ts'

const ROUNDS = 5
/** Chromium's "Fast 3G" and a processor slowed down to a quarter. */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const CPU_SLOWDOWN = 4

interface Visit {
  kilobytes: number
  ms: number
}

interface Case {
  name: string
  url: string
  path: string
  options: BrowserContextOptions
  usable: (page: Page) => Promise<void>
}

/**
 * Measures bytes of script and style, and the time until a page is usable, with an empty cache, beside a stock
 * react-admin app; in turns, so that all meet the same machine.
 */
const bench: Bench = async () => {
  const [stock, ours, browser] = await Promise.all([serveStockApp(), startServer(), launchBrowser()])
  try {
    const session = await signedIn(browser, ours.url)
    const stockSession = {
      storageState: { cookies: [], origins: [{ origin: stock.url, localStorage: [{ name: 'stock', value: 'in' }] }] },
    }
    const cases: readonly Case[] = [
      {
        name: 'ours, /login',
        url: ours.url,
        path: '/login',
        options: {},
        usable: (page) => page.locator('input[name=username]').fill('x'),
      },
      {
        name: 'ours, first signed-in page',
        url: ours.url,
        path: '/monitor/data',
        options: session,
        usable: (page) => new MonitorPage(page).devices.first().waitFor(),
      },
      {
        name: 'ours, list of 10 gateways',
        url: ours.url,
        path: '/manage/gateway',
        options: session,
        usable: (page) => page.locator('tr[data-id]').first().waitFor(),
      },
      {
        name: 'stock react-admin, sign-in',
        url: stock.url,
        path: '/',
        options: {},
        usable: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
      },
      {
        name: 'stock react-admin, list of 10',
        url: stock.url,
        path: '/',
        options: stockSession,
        usable: (page) => page.getByText('Gateway 10').waitFor(),
      },
    ]
    const visits = new Map<Case, Visit[]>(cases.map((one) => [one, []]))
    for (let round = 0; round < ROUNDS; round++) for (const [one, made] of visits) made.push(await visit(browser, one))
    return [
      {
        title: 'Cold load',
        how: `Medians of ${ROUNDS}, in turns; empty cache, brotli, 4x CPU throttle, Fast 3G. Bytes are those of script and style on the wire until then, headers included.`,
        columns: ['page', 'JS + CSS, kB', 'usable, ms'],
        rows: [...visits].map(([{ name }, made]) => [
          name,
          figure(median(made.map(({ kilobytes }) => kilobytes))),
          figure(median(made.map(({ ms }) => ms))),
        ]),
        aim: '100 kB for sign-in; the first signed-in page and a list not above the stock list and a quarter, and the first signed-in page usable before it.',
      },
    ]
  } finally {
    await browser.close()
    await ours.stop()
    stock.close()
  }
}
export default bench

async function visit(browser: Browser, { url, path, options, usable }: Case): Promise<Visit> {
  const { page, context } = await openPage(browser, url, options)
  context.setDefaultTimeout(120_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', FAST_3G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const code = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) bytes += encodedDataLength
  })
  const begun = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await usable(page)
  const ms = performance.now() - begun
  const kilobytes = bytes / 1000
  await context.close()
  return { kilobytes, ms }
}

/** What a browser keeps after signing in: the session, and the cookie that says which bundle is needed. */
async function signedIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const { page, context } = await openPage(browser, url)
  context.setDefaultTimeout(120_000)
  await new SignInPage(page).signIn('admin', 'admin123')
  await new Shell(page).user.waitFor()
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}
