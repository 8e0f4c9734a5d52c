import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '../../i18n/types.ts'
import { launchBrowser, openPage } from './browser.ts'
import { call, tokenOf } from './call.ts'
import { startServer } from './instance.ts'

// Takes the pictures of `npm run shots`: run through scripts/shots.mjs, with words that names must contain, or none.

interface Screen {
  name: string
  path: string
  /** Undefined: signed out. */
  signedIn?: false
  /** What must show before the picture. */
  ready: string
  /** Kept in local storage before the page opens. */
  storage?: Record<string, string>
}

const wanted = process.argv.slice(2)
const server = await startServer()
const token = await tokenOf(server.url, 'admin', 'admin123')
const browser = await launchBrowser()
const idOf = async (noun: string): Promise<number> => (await call<{ list: { id: number }[] }>(server.url, 'GET', `${noun}?page_size=1&current=1`, { token })).data.list[0]?.id ?? 1
const [gateway, product, device] = await Promise.all([idOf('godbGateway'), idOf('godbDevicetype'), idOf('godbDevice')])

const table = 'main table tbody tr, main .crud-card, main article, main [role=listitem], main li'
const dialog = '[role=dialog] input'
const screens: readonly Screen[] = [
  { name: 'login', path: '/login', signedIn: false, ready: 'input[name=username]' },
  { name: 'monitor-cards', path: '/monitor/data?layout=cards', ready: 'article, [role=article]' },
  { name: 'monitor-rows', path: '/monitor/data?layout=rows', ready: 'main [role=list] > *, main [role=row], article' },
  { name: 'gateway-list', path: '/manage/gateway', ready: table },
  { name: 'gateway-dialog', path: '/manage/gateway/create', ready: dialog },
  { name: 'gateway-edit', path: `/manage/gateway/${gateway}`, ready: dialog },
  { name: 'area-list', path: '/manage/area', ready: table },
  { name: 'area-dialog', path: '/manage/area/create', ready: dialog },
  { name: 'product-list', path: '/manage/product', ready: table },
  { name: 'nodemap-dialog', path: `/manage/product/${product}/nodemap`, ready: '[role=dialog] table, [role=dialog] button' },
  { name: 'device-list', path: '/manage/device', ready: table },
  { name: 'device-dialog', path: '/manage/device/create', ready: dialog },
  { name: 'device-edit', path: `/manage/device/${device}`, ready: dialog },
  { name: 'not-found', path: '/nowhere', ready: 'main' },
]

mkdirSync('shots', { recursive: true })
for (const language of ['zhCN', 'zhEN'] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) await takeAll(browser, language, theme, width)
await browser.close()
await server.stop()
process.exit()

async function takeAll(from: Browser, language: Language, theme: 'light' | 'dark', width: number): Promise<void> {
  const phone = width < 600
  const options: BrowserContextOptions = { viewport: { width, height: phone ? 844 : 900 }, colorScheme: theme, ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}) }
  for (const signedIn of [false, true]) {
    const chosen = screens.filter((screen) => (screen.signedIn !== false) === signedIn && (wanted.length === 0 || wanted.some((word) => screen.name.includes(word))))
    if (chosen.length === 0) continue
    const { page, context } = await openPage(from, server.url, options)
    await context.addInitScript(remember, { language, theme, ...(signedIn ? { token, login: '1', superid: '1' } : {}) })
    for (const screen of chosen) await take(page, screen, `shots/${screen.name}-${language}-${theme}-${width}.png`)
    await context.close()
  }
}

async function take(page: Page, screen: Screen, file: string): Promise<void> {
  await page.goto(screen.path)
  await page.locator(screen.ready).first().waitFor({ timeout: 10_000 }).catch(() => console.log(`${file}: ${screen.ready} did not show`))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.screenshot({ path: file })
  console.log(file)
}

function remember(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}
