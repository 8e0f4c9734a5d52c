import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { installClock } from '../support/pageClock.ts'
import { chromiumPath, walkTo, type WatchedPage } from '../support/browser.ts'
import { testConsole } from '../support/console.ts'
import { Shell } from '../support/pages.ts'

const STATES = '**/v1/godbDeviceState*'
/** The live state as a whole, or what changed in it. */
const isPoll = (request: string): boolean => /\/v1\/godbDeviceState(\?|$)/.test(request)

const CLASSIC = '/BigScreen?layout=classic'
const HD = { viewport: { width: 1920, height: 1080 } }

describe.skipIf(chromiumPath === null)('the big screen', () => {
  const app = testConsole()

  /** By a clock of the page's own, which the test then moves. */
  const openAt = (time: number): Promise<WatchedPage> =>
    app.signedIn(CLASSIC, { ...HD, before: ({ page }) => installClock(page, time) })
  /** In a window of that size from the start. */
  async function openIn(width: number, height: number): Promise<WatchedPage> {
    const watched = await app.goOn('/BigCity', HD)
    await watched.page.setViewportSize({ width, height })
    await watched.page.getByRole('main').waitFor()
    await walkTo(watched.page, CLASSIC)
    return watched
  }
  const cards = (page: Page) => page.getByRole('article')
  const fresh = (page: Page) => page.getByText('数据每 20 秒更新')

  it.each([
    [1366, 768],
    [1920, 1080],
    [2560, 1080],
    [1080, 1920],
    [3840, 2160],
  ])('fills a window of %i x %i, and nothing sticks out', async (width, height) => {
    const { page, problems, foreign } = await openIn(width, height)
    await cards(page).first().waitFor()
    await fresh(page).waitFor()
    const chart = page.locator('[data-panel=history] canvas')
    await chart.waitFor()
    const seen = () =>
      page.evaluate(() => {
        const stacked = document.querySelector('main[data-stacked]') !== null
        const boxes = [...document.querySelectorAll('main section, main header')].map((element) =>
          element.getBoundingClientRect(),
        )
        const canvas = document.querySelector<HTMLCanvasElement>('[data-panel=history] canvas')
        const outside = boxes.filter(
          ({ left, right, top, bottom }) =>
            left < -1 || right > innerWidth + 1 || (!stacked && (top < -1 || bottom > innerHeight + 1)),
        ).length
        return {
          stacked,
          outside,
          sideways: document.documentElement.scrollWidth > innerWidth,
          sharp: canvas ? canvas.width / canvas.getBoundingClientRect().width : 0,
        }
      })
    await expect.poll(seen).toEqual({ stacked: width < 1200, outside: 0, sideways: false, sharp: 1 })
    expect(problems).toEqual([])
    expect(foreign).toEqual([])
  })

  it('opens lists at their buttons, in the scale of the screen', async () => {
    const { page } = await openIn(3840, 2160)
    await cards(page).first().waitFor()
    const button = page.locator('[data-panel=history]').getByRole('button', { name: /^区域/ })
    await button.click()
    // It grows to its place and size.
    const list = () => page.getByRole('dialog').boundingBox()
    await expect.poll(async () => (await list())?.width ?? 0).toBeGreaterThanOrEqual(500)
    const below = await button.boundingBox()
    await expect.poll(async () => Math.abs(((await list())?.x ?? 0) - (below?.x ?? 1e9))).toBeLessThan(4)
  })

  it('runs through polls and slides, a lost and a returning platform', async () => {
    const { page, context, requests } = await openAt(Date.now())
    await cards(page).first().waitFor()
    const polls = () => requests.filter(isPoll).length
    const first = await cards(page).first().getAttribute('aria-label')
    const before = polls()
    await page.clock.runFor(9000)
    await expect.poll(() => cards(page).last().getAttribute('aria-label')).not.toBe(first)
    await page.clock.runFor(12_000)
    await expect.poll(polls).toBeGreaterThan(before)
    await fresh(page).waitFor()
    await context.route(STATES, (route) => route.abort())
    await page.clock.runFor(25_000)
    await page.getByText(/^数据停在 .*正在重连$/).waitFor()
    expect(await cards(page).count()).toBeGreaterThan(0)
    await context.unroute(STATES)
    await page.clock.runFor(21_000)
    await fresh(page).waitFor()
  })

  it('looks at once where a sleeping tab wakes, and goes on with the next day', async () => {
    // 23:50 in the platform's zone.
    const evening = Date.parse(`${new Date().toISOString().slice(0, 10)}T15:50:00Z`)
    const { page, requests } = await openAt(evening)
    await cards(page).first().waitFor()
    const lastDay = async () =>
      (await page.getByRole('button', { name: /^时段/ }).getAttribute('aria-label'))?.slice(-10) ?? ''
    const day = await lastDay()
    const before = requests.filter(isPoll).length
    await page.clock.fastForward(8 * 3_600_000)
    await expect.poll(() => requests.filter(isPoll).length).toBeGreaterThan(before)
    await page.clock.runFor(2000)
    await fresh(page).waitFor()
    await expect.poll(lastDay).toBe(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10))
    await page.locator('time', { hasText: /^07:50:/ }).waitFor()
  })

  it('is refused to who may not open it', async () => {
    const { page } = await app.signedIn(CLASSIC, { user: 'viewer', ...HD })
    await new Shell(page).denied.waitFor()
    expect(await cards(page).count()).toBe(0)
  })
})
