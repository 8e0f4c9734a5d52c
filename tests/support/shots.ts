import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '../../i18n/types.ts'
import { launchBrowser, openPage } from './browser.ts'
import { call, tokenOf } from './call.ts'
import { startServer } from './instance.ts'
import { screensOf, type Screen } from './screens.ts'

// Takes the pictures of `npm run shots`: run through scripts/shots.mjs, with words that names must contain, or none. SHOTS_URL names a server
// with the demo that runs already.

const wanted = process.argv.slice(2)
const running = process.env.SHOTS_URL
const server = running === undefined ? await startServer() : { url: running, stop: async () => {} }
const token = await tokenOf(server.url, 'admin', 'admin123')
const browser = await launchBrowser()
const screens = (await screensOf(firstId)).filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
const missed: string[] = []

mkdirSync('shots', { recursive: true })
for (const language of ['zhCN', 'zhEN'] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) await takeAll(browser, language, theme, width)
await browser.close()
await server.stop()
for (const line of missed) console.log(line)
process.exit(missed.length > 0 ? 1 : 0)

/** Paged lists and bare arrays. */
async function firstId(noun: string): Promise<number | null> {
  const { data } = await call<{ list: { id: number }[] } | { id: number }[]>(server.url, 'GET', `${noun}?page_size=1&current=1&sort=id&order=asc`, { token })
  const rows = Array.isArray(data) ? data : data.list
  // The first area is the root, which nobody edits.
  return rows.find(({ id }) => noun !== 'godbDistrict' || id !== 1)?.id ?? null
}

async function takeAll(from: Browser, language: Language, theme: 'light' | 'dark', width: number): Promise<void> {
  const phone = width < 600
  const options: BrowserContextOptions = { viewport: { width, height: phone ? 844 : 900 }, colorScheme: theme, ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}) }
  for (const signedIn of [false, true]) {
    const chosen = screens.filter((screen) => (screen.signedIn !== false) === signedIn)
    if (chosen.length === 0) continue
    const { page, context } = await openPage(from, server.url, options)
    await context.addInitScript(remember, { language, theme, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
    for (const screen of chosen) await take(page, screen, `shots/${screen.name}-${language}-${theme}-${width}.png`)
    await context.close()
  }
}

async function take(page: Page, screen: Screen, file: string): Promise<void> {
  await page.goto(screen.path)
  await page.locator(screen.ready).first().waitFor({ timeout: 10_000 }).catch(() => missed.push(`${file}: ${screen.ready} did not show`))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.screenshot({ path: file })
  console.log(file)
}

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  // The list of current alarms opens by itself, over whatever the picture is of.
  sessionStorage.setItem('alarm-popup-closed', '1')
}
