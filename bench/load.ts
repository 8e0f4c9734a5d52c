import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/instance.ts'
import { MonitorPage, Shell, SignInPage } from '../tests/support/pages.ts'
import { figure, median, type Bench } from './report.ts'
import { serveStockApp } from './stockApp.ts'

const ROUNDS = 5
/** Chromium's "Fast 3G" and a processor a quarter as fast. */
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

/** Bytes of script and style, and the time until a page can be used, cold, beside a stock react-admin app. */
const bench: Bench = async () => {
  const [stock, ours, browser] = await Promise.all([serveStockApp(), startServer(), launchBrowser()])
  try {
    const session = await signedIn(browser, ours.url)
    const stockSession = {
      storageState: { cookies: [], origins: [{ origin: stock.url, localStorage: [{ name: 'stock', value: 'in' }] }] },
    }
    const rows = [
      await measure('ours, /login', browser, ours.url, '/login', {}, (page) =>
        page.locator('input[name=username]').fill('x'),
      ),
      await measure('ours, first signed-in page', browser, ours.url, '/monitor/data', session, (page) =>
        new MonitorPage(page).devices.first().waitFor(),
      ),
      await measure('stock react-admin, sign-in', browser, stock.url, '/', {}, (page) =>
        page.getByRole('button', { name: 'Sign in' }).waitFor(),
      ),
      await measure('stock react-admin, list of 10', browser, stock.url, '/', stockSession, (page) =>
        page.getByText('Gateway 10').waitFor(),
      ),
    ]
    return [
      {
        title: 'Cold load',
        how: `Medians of ${ROUNDS}, empty cache, brotli, 4x CPU throttle, Fast 3G. Bytes are those of script and style on the wire, headers included.`,
        columns: ['page', 'JS + CSS, kB', 'usable, ms'],
        rows,
        aim: '60 kB and 2.0 s for sign-in, 180 kB and 3.0 s for the first signed-in page.',
      },
    ]
  } finally {
    await browser.close()
    await ours.stop()
    stock.close()
  }
}
export default bench

async function measure(
  name: string,
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
  usable: (page: Page) => Promise<void>,
): Promise<(string | number)[]> {
  const visits: Visit[] = []
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, url, path, options, usable))
  return [name, figure(median(visits.map(({ kilobytes }) => kilobytes))), figure(median(visits.map(({ ms }) => ms)))]
}

async function visit(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
  usable: (page: Page) => Promise<void>,
): Promise<Visit> {
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

/** What a browser keeps after signing in: the session and the cookie that tells which bundle is needed. */
async function signedIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const { page, context } = await openPage(browser, url)
  context.setDefaultTimeout(120_000)
  await new SignInPage(page).signIn('admin', 'admin123')
  await new Shell(page).user.waitFor()
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}
