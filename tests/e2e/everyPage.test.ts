import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, launchBrowser, openPage, release, settled, walkTo } from '../support/browser.ts'
import { tokenOf } from '../support/call.ts'
import { FULL, SEED } from '../support/full.ts'
import { startServer, type Instance } from '../support/instance.ts'
import { firstIdOf, screensOf, type Screen } from '../support/screens.ts'
import { upTo } from '../support/slowness.ts'

describe.skipIf(chromiumPath === null)('every screen', () => {
  let server: Instance
  let browser: Browser
  let token: string
  let screens: Screen[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
    token = await tokenOf(server.url, 'admin', 'admin123')
    screens = await screensOf(firstIdOf(server.url, token))
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.stop()])
  })

  it.each(LANGUAGES)(
    `opens in %s without a complaint, a foreign request or a barrier (seed ${SEED})`,
    { timeout: upTo(600_000) },
    async (language) => {
      const barriers: string[] = []
      const { page, context, problems, foreign } = await openPage(browser, server.url, { colorScheme: 'light' })
      for (const signedIn of [false, true]) {
        await context.addInitScript(remember, { language, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
        if (signedIn) await page.goto('/monitor/operation')
        const turns = screens
          .map((screen, at) => ({ screen, themes: themesOf(at, language) }))
          .filter(({ screen }) => (screen.signedIn !== false) === signedIn)
        for (const { screen, themes } of inTheirOrder(turns)) {
          // One after the other: what goes wrong on one is told with its name.
          const found = await lookAt(page, screen, themes).catch((failure: unknown) => [
            String(failure).split('\n').slice(0, 3).join(' '),
          ])
          barriers.push(
            ...[...found, ...problems.splice(0).map((problem) => `console ${problem}`)].map(
              (line) => `${screen.name} ${line}`,
            ),
          )
        }
      }
      await release(context)
      barriers.push(...foreign.map((address) => `foreign ${address}`))
      expect(barriers).toEqual([])
    },
  )
})

type Theme = 'light' | 'dark'

/**
 * The themes in which a screen is looked at in a language. With FULL both, always; else one screen has one language and one theme a run, so that
 * three days in a row see it in every language, two in both themes, and six in every pair.
 */
function themesOf(at: number, language: Language): Theme[] {
  const turn = at + SEED
  const both: Theme[] = turn % 2 === 0 ? ['light', 'dark'] : ['dark', 'light']
  if (FULL) return both
  return LANGUAGES[turn % LANGUAGES.length] === language ? both.slice(0, 1) : []
}

/**
 * What is looked at, one after the other. Where each has one theme, those of a theme follow each other: a page is drawn anew in the other one when it is
 * turned. Where each has both, every second one begins with the theme that the one before ended with.
 */
const inTheirOrder = <T extends { themes: readonly Theme[] }>(turns: readonly T[]): readonly T[] =>
  FULL ? turns : (['light', 'dark'] as const).flatMap((theme) => turns.filter(({ themes: [first] }) => first === theme))

/** Opens a screen and says what stands in the way of people there: by all rules in the first theme, in the other by that of contrast, the one that it decides. */
async function lookAt(
  page: Page,
  { path, signedIn, ready, press = [], over }: Screen,
  themes: readonly Theme[],
): Promise<string[]> {
  const found: string[] = []
  for (const [at, theme] of themes.entries()) {
    await turn(page, theme)
    if (at === 0) await open(page, path, signedIn !== false, press)
    await drawn(page, ready)
    const barriers = await violations(page, { within: over, ...(at > 0 && { rules: ['color-contrast'] }) })
    found.push(...barriers.map((line) => `${theme} ${line}`))
  }
  if (press.length > 0) await page.keyboard.press('Escape')
  return found
}

async function open(page: Page, path: string, signedIn: boolean, press: readonly string[]): Promise<void> {
  if (signedIn) await walkTo(page, path)
  else await page.goto(path)
  for (const place of press) {
    await drawn(page, place)
    await page.locator(place).first().click()
  }
  // Where the pointer was left, a tooltip may be coming or going.
  await page.mouse.move(0, 0)
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
