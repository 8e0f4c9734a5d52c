import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, launchBrowser, openPage, release, settled, STILL, walkTo } from '../support/browser.ts'
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
    `opens in %s without errors, foreign requests or accessibility violations (seed ${SEED})`,
    { timeout: upTo(600_000) },
    async (language) => {
      const barriers: string[] = []
      const { page, context, problems, foreign } = await openPage(browser, server.url, {
        colorScheme: 'light',
        // With FULL, what opens is animated, and is read once it stands still.
        ...(!FULL && STILL),
      })
      for (const signedIn of [false, true]) {
        await context.addInitScript(remember, { language, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
        if (signedIn) {
          await page.goto('/monitor/operation')
          await page.locator('[data-part=bar-button]:has([data-shown])').waitFor()
        }
        const turns = inTurns(screens)
          .map(({ screen, turn }) => ({ screen, themes: themesOf(turn, language) }))
          .filter(({ screen }) => (screen.signedIn !== false) === signedIn)
        for (const { screen, themes } of inTheirOrder(turns)) {
          // One after the other, so that a failure is reported with the screen's name.
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

type Theme = (typeof THEMES)[number]

/**
 * Each screen with the number that selects its languages and themes. A screen over a page has the number of the screen
 * before it where both belong to the same page: a list is opened once for all of its dialogs.
 */
function inTurns(screens: readonly Screen[]): { screen: Screen; turn: number }[] {
  let turn = -1
  let below: string | undefined
  return screens.map((screen) => {
    const page = pageOf(screen.path)
    if (screen.over === undefined || page !== below) turn++
    below = page
    return { screen, turn }
  })
}

/** The page of an address without what lies over it: /manage/device of /manage/device/3/detail. */
const pageOf = (path: string): string => /^(?:\/[^/?#]*){1,2}/.exec(path)?.[0] ?? path

/**
 * The themes in which a screen is looked at in a language. With FULL always both; otherwise one screen has one language
 * and one theme a run, so that three days in a row cover every language, two days both themes, and six days every pair.
 */
function themesOf(turn: number, language: Language): readonly Theme[] {
  if (FULL) return THEMES
  const today = turn + SEED
  return LANGUAGES[today % LANGUAGES.length] === language ? [THEMES[today % 2 === 0 ? 0 : 1]] : []
}

const THEMES = ['light', 'dark'] as const

/**
 * The screens in the order in which they are looked at. Where each has one theme, those of a theme follow each other:
 * changing the theme draws the page anew.
 */
const inTheirOrder = <T extends { themes: readonly Theme[] }>(turns: readonly T[]): readonly T[] =>
  FULL ? turns : THEMES.flatMap((theme) => turns.filter(({ themes: [first] }) => first === theme))

/**
 * Opens a screen and returns its accessibility problems: in the first theme by all rules, in the other only by that of
 * contrast, the one rule that depends on the theme.
 */
async function lookAt(
  page: Page,
  { path, signedIn, ready, press = [], over }: Screen,
  themes: readonly Theme[],
): Promise<string[]> {
  const found: string[] = []
  const before = await themeOf(page)
  // The current theme comes first.
  const order = themes.toSorted((one, other) => Number(other === before) - Number(one === before))
  for (const [at, theme] of order.entries()) {
    if (at > 0 || theme !== before) await turn(page, theme)
    if (at === 0) await open(page, path, signedIn !== false, press)
    await drawn(page, ready)
    const barriers = await violations(page, { within: over, ...(at > 0 && { rules: ['color-contrast'] }) })
    found.push(...barriers.map((line) => `${theme} ${line}`))
  }
  // Closes what lay over the page, so that the next screen is not mistaken for it; the page stays.
  if (press.length > 0) await page.keyboard.press('Escape')
  else if (over !== undefined) await walkTo(page, pageOf(path))
  await settled(page)
  return found
}

/** The browser's preferred theme. */
const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))

async function open(page: Page, path: string, signedIn: boolean, press: readonly string[]): Promise<void> {
  if (signedIn) await walkTo(page, path)
  else await page.goto(path)
  for (const place of press) {
    await drawn(page, place)
    await page.locator(place).first().click()
  }
  // A tooltip may be opening or closing where the pointer was left.
  await page.mouse.move(0, 0)
}

async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The offline page leaves the theme to the browser; the big screen is always dark.
  if (page.url() !== 'about:blank')
    await page
      .locator(`html[data-theme=${theme}], html:not([data-theme]), html:has(main[data-part=bigscreen])`)
      .waitFor()
  await settled(page)
}

/** Waits until the expected element is there and nothing is loading or moving. */
async function drawn(page: Page, ready: string): Promise<void> {
  await page.locator(ready).first().waitFor()
  await page.waitForFunction(() => document.querySelector('[data-part=skeleton], main [aria-busy=true]') === null)
  await settled(page)
}

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}
