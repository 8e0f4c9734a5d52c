import type { Browser } from 'playwright-core'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { startServer } from '../tests/support/instance.ts'
import type { Bench } from './report.ts'
import { serveStockApp } from './stockApp.ts'

/** Measures how often the address changes, and which other hosts are requested, until the sign-in form shows. */
const bench: Bench = async () => {
  const [stock, ours, browser] = await Promise.all([serveStockApp(), startServer(), launchBrowser()])
  try {
    const rows = [
      ['ours, /login', ...(await count(browser, ours.url, '/login', '登录'))],
      ['ours, a protected page', ...(await count(browser, ours.url, '/manage/gateway', '登录'))],
      ['stock react-admin', ...(await count(browser, stock.url, '/', 'Sign in'))],
      ['stock react-admin, requireAuth', ...(await count(browser, stock.url, '/?requireAuth', 'Sign in'))],
    ]
    return [
      {
        title: 'Until the sign-in form shows',
        how: 'Production builds, no throttling, telemetry of the stock app switched off.',
        columns: ['app', 'navigations', 'requests to other hosts', 'ms'],
        rows,
        aim: '1 navigation, 0 requests to other hosts.',
      },
    ]
  } finally {
    await browser.close()
    await ours.stop()
    stock.close()
  }
}
export default bench

async function count(browser: Browser, url: string, path: string, button: string): Promise<number[]> {
  const { page, context, navigations, foreign } = await openPage(browser, url)
  context.setDefaultTimeout(120_000)
  const begun = performance.now()
  await page.goto(path)
  await page.getByRole('button', { name: button, exact: true }).waitFor({ timeout: 120_000 })
  const ms = Math.round(performance.now() - begun)
  const counts = [navigations.length, foreign.length, ms]
  await context.close()
  return counts
}
