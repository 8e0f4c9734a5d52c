import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../i18n/types.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, launchBrowser, openPage, release, settled, walkTo } from '../support/browser.ts'
import { tokenOf } from '../support/call.ts'
import { PAST, startServer, type Instance } from '../support/instance.ts'
import { firstIdOf, screensOf, type Screen } from '../support/screens.ts'
import { upTo } from '../support/slowness.ts'

describe.skipIf(chromiumPath === null)('every screen', () => {
  let server: Instance
  let browser: Browser
  let token: string
  let screens: Screen[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(PAST), launchBrowser()])
    token = await tokenOf(server.url, 'admin', 'admin123')
    screens = await screensOf(firstIdOf(server.url, token))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  // At the same time, in a browser context each: what takes long is waiting for the page, not axe.
  it.concurrent.each(LANGUAGES)(
    'opens in %s without a complaint, a foreign request or a barrier',
    { timeout: upTo(600_000) },
    async (language) => {
      const barriers: string[] = []
      for (const signedIn of [false, true]) {
        const { page, context, problems, foreign } = await openPage(browser, server.url, { colorScheme: 'light' })
        await context.addInitScript(remember, { language, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
        if (signedIn) await page.goto('/')
        for (const [at, screen] of screens.filter((each) => (each.signedIn !== false) === signedIn).entries()) {
          // One after the other: what goes wrong on one is told with its name.
          const found = await lookAt(page, screen, themesOf(at)).catch((failure: unknown) => [
            String(failure).split('\n').slice(0, 3).join(' '),
          ])
          barriers.push(
            ...[...found, ...problems.splice(0).map((problem) => `console ${problem}`)].map(
              (line) => `${screen.name} ${line}`,
            ),
          )
        }
        await release(context)
        barriers.push(...foreign.map((address) => `foreign ${address}`))
      }
      expect(barriers).toEqual([])
    },
  )
})

type Theme = 'light' | 'dark'

/** Every screen in both themes, beginning with the one and the other in turn. */
const themesOf = (at: number): readonly [Theme, Theme] => (at % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'])

/** Opens a screen and says what stands in the way of people there: by all rules in the first theme, in the other by that of contrast, the one that it decides. */
async function lookAt(
  page: Page,
  { path, signedIn, ready, press = [], over }: Screen,
  [first, other]: readonly [Theme, Theme],
): Promise<string[]> {
  await turn(page, first)
  if (signedIn === false) await page.goto(path)
  else await walkTo(page, path)
  for (const place of press) {
    await drawn(page, place)
    await page.locator(place).first().click()
  }
  // Where the pointer was left, a tooltip may be coming or going.
  await page.mouse.move(0, 0)
  await drawn(page, ready)
  const found = await violations(page, { within: over })
  await turn(page, other)
  const contrast = await violations(page, { within: over, rules: ['color-contrast'] })
  if (press.length > 0) await page.keyboard.press('Escape')
  return [...found.map((line) => `${first} ${line}`), ...contrast.map((line) => `${other} ${line}`)]
}

async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The offline page leaves it to the browser, the big screen is always dark.
  if (page.url() !== 'about:blank')
    await page
      .locator(`html[data-theme=${theme}], html:not([data-theme]), html:has(main[data-part=bigscreen])`)
      .waitFor()
  await settled(page)
}

/** What is awaited stands, and nothing is still loading or moving. */
async function drawn(page: Page, ready: string): Promise<void> {
  await page.locator(ready).first().waitFor()
  await page.waitForFunction(() => document.querySelector('[data-part=skeleton], main [aria-busy=true]') === null)
  await settled(page)
}

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}
