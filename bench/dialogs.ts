import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from '../server/app.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import { readSettings } from '../server/settings.ts'
import { launchBrowser, openPage } from '../tests/support/browser.ts'
import { testPlace } from '../tests/support/storage.ts'
import { fillDevices, USER } from './devices.ts'
import { meterOf } from './pageMeter.ts'
import { figure, median, type Bench } from './report.ts'
import { serveStockApp } from './stockApp.ts'

const DEVICES = 10_000
const LOADS = 3
const REPEATS = 5
/** Time from the list's last answer to the click, ms. */
const REST_MS = 1000
const folder = process.env['CONSOLE_DIR'] ?? fileURLToPath(new URL('../dist/console', import.meta.url))

/** A screen, the button clicked on it, and the content expected in the dialog. */
interface Opening {
  name: string
  path: string
  button: string
  drawn: string
}

const NEW = '[data-part=page-actions] .MuiButton-contained'
const EDIT = '[data-part=row-actions] button'

const openings: readonly Opening[] = [
  { name: 'new device', path: '/manage/device', button: NEW, drawn: '[role=dialog] form input' },
  { name: 'edit device', path: '/manage/device', button: EDIT, drawn: '[role=dialog] form input' },
  { name: 'new gateway', path: '/manage/gateway', button: NEW, drawn: '[role=dialog] form input' },
  { name: 'new area, with its map', path: '/manage/area', button: NEW, drawn: '[role=dialog] form input' },
  { name: 'new alarm threshold', path: '/alarmConfig/threshold', button: NEW, drawn: '[role=dialog] form input' },
  { name: 'new user', path: '/permissionCenter/user', button: NEW, drawn: '[role=dialog] form input' },
]

/**
 * Measures the time from a click until a dialog is drawn, on the built console with a running server of 10,000 devices;
 * for comparison MUI's own dialog with as many fields.
 */
const bench: Bench = async () => {
  const { settings, remove } = await testPlace('sqlite')
  const platform = await openPlatform(
    { ...readSettings({}, folder), ...settings, demo: 'off', captcha: false },
    silentLog,
  )
  await fillDevices(platform, DEVICES)
  const app = await build(platform)
  const [url, bare, browser] = await Promise.all([
    app.listen({ host: '127.0.0.1', port: 0 }),
    serveStockApp('bareDialog'),
    launchBrowser(),
  ])
  const token = await platform.sessions.begin(USER, null)
  try {
    const rows: (string | number)[][] = []
    for (const opening of openings) {
      const { first, again, fields } = await measure(browser, url, opening, token)
      const plain = await measure(
        browser,
        bare.url,
        { name: 'plain', path: `/?fields=${fields}`, button: 'button', drawn: '[role=dialog] form input' },
        null,
      )
      rows.push([
        opening.name,
        fields,
        ...[first, again].flatMap(figures),
        ...[plain.first, plain.again].flatMap(figures),
      ])
    }
    return [
      {
        title: 'Opening a dialog',
        how: `The built console before a server with ${DEVICES.toLocaleString('en')} devices, 1440 × 900, Chromium without a GPU. From the click until the frame with the form in it is drawn, and the script time of the page's thread in it; the first time after a load, a second after the list stands (median of ${LOADS}), and again (median of ${LOADS * REPEATS}). MUI: a plain Dialog with as many TextFields.`,
        columns: [
          'dialog',
          'inputs',
          'first, ms',
          'script, ms',
          'again, ms',
          'script, ms',
          'MUI first, ms',
          'script, ms',
          'MUI again, ms',
          'script, ms',
        ],
        rows,
        aim: '100 ms.',
      },
    ]
  } finally {
    await browser.close()
    bare.close()
    await app.close()
    await platform.close()
    await remove()
  }
}
export default bench

interface Opened {
  wall: number
  script: number
}

const figures = (all: readonly Opened[]): string[] => [
  figure(median(all.map(({ wall }) => wall))),
  figure(median(all.map(({ script }) => script))),
]

async function measure(
  browser: Browser,
  url: string,
  { path, button, drawn }: Opening,
  token: string | null,
): Promise<{ first: Opened[]; again: Opened[]; fields: number }> {
  const [first, again]: [Opened[], Opened[]] = [[], []]
  let fields = 0
  for (let load = 0; load < LOADS; load++) {
    const { page, context } = await openPage(browser, url)
    // tsx wraps named functions in a helper that the page lacks.
    await context.addInitScript('globalThis.__name = (named) => named')
    if (token !== null)
      await context.addInitScript(
        (given) =>
          [
            ['token', given],
            ['login', '1'],
            ['superid', '1'],
          ].forEach(([key = '', value = '']) => localStorage.setItem(key, value)),
        token,
      )
    await page.goto(path)
    await page.locator(button).first().waitFor()
    await page.waitForLoadState('networkidle')
    // Time for what the page fetches and draws ahead while idle: no user clicks sooner than a second after the list is
    // there.
    await page.waitForTimeout(REST_MS)
    await page.waitForLoadState('networkidle')
    first.push(await opened(page, button, drawn))
    fields = await page.locator('[role=dialog] :is(input, textarea):not([type=file], [aria-hidden=true])').count()
    for (let round = 0; round < REPEATS; round++) {
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      again.push(await opened(page, button, drawn))
    }
    await context.close()
  }
  return { first, again, fields }
}

/** Clicks, and waits for the frame after the one that holds the dialog's content. */
async function opened(page: Page, button: string, drawn: string): Promise<Opened> {
  const meter = await meterOf(page)
  let wall = 0
  const script = await meter.scriptOf(async () => {
    wall = await page.evaluate(
      ([selector, wanted]) =>
        new Promise<number>((resolve) => {
          const begun = performance.now()
          const look = () => {
            if (document.querySelector(wanted))
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
            else requestAnimationFrame(look)
          }
          document.querySelector<HTMLElement>(selector)?.click()
          look()
        }),
      [button, drawn] as const,
    )
  })
  return { wall, script }
}
