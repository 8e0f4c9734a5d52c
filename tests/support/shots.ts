import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { launchBrowser, openPage } from './browser.ts'
import { tokenOf } from './call.ts'
import { startServer } from './instance.ts'
import { firstIdOf, screensOf, type Screen } from './screens.ts'
import { arrange, STATES, type State } from './shotStates.ts'

// Takes the pictures of `npm run shots`: run through scripts/shots.mjs. Arguments are words that a picture's name must
// all contain; without words, all pictures are taken. The words empty, failing, loading and long put every screen into
// that state, into a folder of that name. SHOTS_URL names a running server with the demo.

const words = process.argv.slice(2)
const state = STATES.find((name) => words.includes(name)) ?? null
const folder = state === null ? 'shots' : `shots/${state}`
const wanted = words.filter((word) => word !== state)
const running = process.env.SHOTS_URL
const server =
  running === undefined ? await startServer({ DEMO_DAYS: undefined }) : { url: running, stop: async () => {} }
const token = await tokenOf(server.url, 'admin', 'admin123')
const browser = await launchBrowser()
const screens = await screensOf(firstIdOf(server.url, token))
const missed: string[] = []

const HEIGHTS: Readonly<Record<number, number>> = { 1920: 1080, 1440: 900, 390: 844 }

mkdirSync(folder, { recursive: true })
for (const language of LANGUAGES)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1920, 1440, 390]) await takeAll(browser, language, theme, width)
await browser.close()
await server.stop()
for (const line of missed) console.log(line)
process.exit(missed.length > 0 ? 1 : 0)

async function takeAll(from: Browser, language: Language, theme: 'light' | 'dark', width: number): Promise<void> {
  const phone = width < 600
  const options: BrowserContextOptions = {
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    colorScheme: theme,
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  }
  for (const signedIn of [false, true]) {
    // What a button of the top bar opens is elsewhere on a phone.
    const chosen = screens
      .map((screen) => ({
        screen,
        file: `${folder}/${screen.name}-${language}-${theme}-${width}.png`,
      }))
      .filter(
        ({ screen, file }) =>
          (screen.signedIn !== false) === signedIn &&
          !(phone && screen.press) &&
          wanted.every((word) => file.includes(word)),
      )
    if (chosen.length === 0) continue
    const { page, context } = await openPage(from, server.url, options)
    await context.addInitScript(remember, { language, theme, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
    if (state !== null) await arrange(context, state)
    for (const { screen, file } of chosen) await take(page, screen, file, state)
    await context.close()
  }
}

async function take(page: Page, screen: Screen, file: string, state: State | null): Promise<void> {
  const patience = state === null ? 10_000 : 5000
  await page.goto(screen.path)
  for (const place of screen.press ?? [])
    await page
      .locator(place)
      .first()
      .click({ timeout: patience })
      .catch(() => {})
  // In such a state a screen may lack the element it is recognised by: the picture then shows the screen as it is.
  await page
    .locator(screen.ready)
    .first()
    .waitFor({ timeout: patience })
    .catch(() => state ?? missed.push(`${file}: ${screen.ready} did not show`))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle', { timeout: patience / 2 }).catch(() => {})
  if (state !== 'loading')
    await page
      .locator('[data-part=skeleton]')
      .first()
      .waitFor({ state: 'detached', timeout: patience })
      .catch(() => {})
  await page.screenshot({ path: file })
  console.log(file)
}

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  // The strip of current alarms opens by itself and would cover the bottom of every picture.
  sessionStorage.setItem('alarm-popup-closed', '1')
}
