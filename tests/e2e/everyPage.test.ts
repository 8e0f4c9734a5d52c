import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menu } from '../../resources/menu.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, launchBrowser, openPage } from '../support/browser.ts'
import { tokenOf } from '../support/call.ts'
import { startServer, type Instance } from '../support/instance.ts'

const pages = menu.flatMap(({ entries }) => entries).map(({ path, label }) => ({ path, label }))

describe.skipIf(chromiumPath === null)('every page of the menu', () => {
  let server: Instance
  let browser: Browser
  let token: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
    token = await tokenOf(server.url, 'admin', 'admin123')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it.each(['zhCN', 'zhEN'] as const)('opens in %s, light and dark, without a complaint, a foreign request or a barrier', { timeout: 120_000 }, async (language) => {
    const { page, context, problems, foreign } = await openPage(browser, server.url, { colorScheme: 'light' })
    await context.addInitScript(remember, { language, token, login: '1', superid: '1' })
    const barriers: string[] = []
    for (const { path } of pages) {
      // One after the other: what goes wrong on one page is told with its address.
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await drawn(page)
      const light = await violations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-theme=dark]').waitFor()
      await settled(page)
      const dark = await violations(page, ['color-contrast'])
      barriers.push(...light.map((line) => `${path} light ${line}`), ...dark.map((line) => `${path} dark ${line}`))
      problems.splice(0).forEach((problem) => barriers.push(`${path} console ${problem}`))
    }
    await context.close()
    expect(foreign).toEqual([])
    expect(barriers).toEqual([])
  })
})

/** Its heading stands and nothing is still loading. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.ui-skeleton, main [aria-busy=true]') === null)
}

/** Colours have faded into the other theme; what moves for ever is left out. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}
