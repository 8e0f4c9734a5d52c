import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromiumPath, walkTo, type WatchedPage } from '../support/browser.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import { installClock } from '../support/pageClock.ts'
import { upTo } from '../support/slowness.ts'

const STATES = '**/v1/godbDeviceState*'
/** The request for the whole live state, or for its changes. */
const isPoll = (request: string): boolean => /\/v1\/godbDeviceState(\?|$)/.test(request)

const CLASSIC = '/BigScreen?layout=classic'
const HD = { viewport: { width: 1920, height: 1080 } }

const SOON = { timeout: upTo(15_000) }
/** A demo that has just started computes its hours first. */
const AT_FIRST = { timeout: upTo(60_000) }

/** Texts of the parts in each language. */
const words = {
  zhCN: {
    city: '城市空气',
    lasting: '当前报警',
    worst: '最差站点',
    classic: '经典',
    compare: '数据对比',
    nobody: '无人接手',
    field: '插值仅供参考，距站点越远越淡',
  },
  zhTW: {
    city: '城市空氣',
    lasting: '目前警報',
    worst: '最差測站',
    classic: '經典',
    compare: '資料比對',
    nobody: '無人接手',
    field: '內插僅供參考，離測站越遠越淡',
  },
  zhEN: {
    city: 'City air',
    lasting: 'Active alarms',
    worst: 'Worst stations',
    classic: 'Classic',
    compare: 'Comparison',
    nobody: 'Unassigned',
    field: 'Interpolated, for orientation only: fades away from stations',
  },
} as const
type Language = keyof typeof words

describe.skipIf(chromiumPath === null)('big screen', () => {
  const app = testConsole()

  describe('classic layout', () => {
    /** Opens the page with a clock that the test then moves. */
    const openAt = (time: number): Promise<WatchedPage> =>
      app.signedIn(CLASSIC, { ...HD, before: ({ page }) => installClock(page, time) })
    /** Opens the page in a window that has this size from the start. */
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
    ])('fits a window of %i x %i without overflow', async (width, height) => {
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

    it('opens lists at their buttons, scaled with the screen', async () => {
      const { page } = await openIn(3840, 2160)
      await cards(page).first().waitFor()
      const button = page.locator('[data-panel=history]').getByRole('button', { name: /^区域/ })
      await button.click()
      // The dialog grows to its place and size.
      const list = () => page.getByRole('dialog').boundingBox()
      await expect.poll(async () => (await list())?.width ?? 0).toBeGreaterThanOrEqual(500)
      const below = await button.boundingBox()
      await expect.poll(async () => Math.abs(((await list())?.x ?? 0) - (below?.x ?? 1e9))).toBeLessThan(4)
    })

    it('polls and rotates its cards, and recovers after the connection was lost', async () => {
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

    it('polls at once after sleep, and moves on to the next day', async () => {
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
  })

  describe('situation layout', () => {
    const open = (language: Language) => app.signedIn('/BigScreen', { ...HD, language })
    const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
    const plates = (page: Page) => page.locator('[data-part="city-map"] .leaflet-marker-icon [data-look="solid"]')

    it.each(ofTheDay(Object.keys(words) as Language[], 2))(
      'shows city air, active alarms and worst stations in %s',
      async (language) => {
        const { city, lasting, worst, nobody, field } = words[language]
        const { page, problems, foreign } = await open(language)
        await plates(page).first().waitFor(AT_FIRST)
        expect(await plates(page).first().getAttribute('data-verdict')).toMatch(/^a[1-6]$/)
        await region(page, city).getByText(field).waitFor(SOON)
        await page.locator('[data-part=field][data-drawn=true]').waitFor({ ...SOON, state: 'attached' })
        await region(page, lasting).getByText(nobody).first().waitFor(SOON)
        await page.locator('[data-panel=urgent] canvas').waitFor(SOON)
        await expect.poll(() => region(page, worst).getByRole('article').count(), SOON).toBe(3)
        expect(await violations(page)).toEqual([])
        expect([problems, foreign]).toEqual([[], []])
      },
    )

    it('switches to the classic layout by keyboard and remembers the choice', async () => {
      const { classic, compare, city } = words.zhCN
      // Starts on the page of the classic layout, in a window whose size differs from its last one.
      const { page } = await app.goOn('/BigCity', HD)
      await page.setViewportSize(HD.viewport)
      await page.getByRole('main').waitFor()
      await walkTo(page, '/BigScreen?layout=situation')
      await region(page, city).waitFor(SOON)
      await page.getByRole('radio', { name: '态势' }).focus()
      await page.keyboard.press('ArrowRight')
      await region(page, compare).waitFor(SOON)
      expect(new URL(page.url()).searchParams.get('layout')).toBe('classic')
      await walkTo(page, '/BigCity')
      await region(page, compare).waitFor({ ...SOON, state: 'detached' })
      await walkTo(page, '/BigScreen')
      await region(page, compare).waitFor(SOON)
      expect(await page.getByRole('radio', { name: classic }).getAttribute('aria-checked')).toBe('true')
      await walkTo(page, '/BigScreen?layout=situation')
      await region(page, city).waitFor(SOON)
    })

    it.each([
      [1366, 768],
      [3840, 2160],
      [390, 844],
    ])('fits a window of %i x %i', async (width, height) => {
      const { page, problems } = await app.goOn('/BigCity', { language: 'zhEN' })
      // The window has this size from the start.
      await page.setViewportSize({ width, height })
      await page.getByRole('main').waitFor()
      await walkTo(page, '/BigScreen?layout=situation')
      await plates(page)
        .first()
        .waitFor({ ...SOON, state: 'attached' })
      await page.locator('[data-panel=urgent] canvas').waitFor({ ...SOON, state: 'attached' })
      const seen = () =>
        page.evaluate(() => {
          const stacked = document.querySelector('main[data-stacked]') !== null
          const outside = [
            ...document.querySelectorAll('main section, main header, main article, main li, main footer'),
          ].filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return left < -2 || right > innerWidth + 2 || (!stacked && (top < -2 || bottom > innerHeight + 2))
          })
          const small = stacked
            ? [...document.querySelectorAll('main :is(button, a)')].filter(
                (element) => element.getBoundingClientRect().height < 43.5,
              )
            : []
          return {
            stacked,
            outside: outside.map(({ textContent }) => textContent),
            small: small.map(({ outerHTML }) => outerHTML.slice(0, 200)),
          }
        })
      await expect.poll(seen).toEqual({ stacked: width < 1200, outside: [], small: [] })
      expect(problems).toEqual([])
    })

    it('stays signed in as a wall screen and is allowed every request that it makes', async () => {
      const { page, problems } = await open('zhCN')
      await region(page, words.zhCN.city).waitFor(SOON)
      await page.getByRole('button', { name: '留作大屏' }).click()
      await page.getByRole('button', { name: '再点一次：此浏览器只留作大屏' }).click()
      await page.getByRole('button', { name: '重新登录' }).waitFor(SOON)
      await plates(page).first().waitFor(SOON)
      await region(page, words.zhCN.lasting).getByText('无人接手').first().waitFor(SOON)
      await page.locator('[data-panel=urgent] canvas').waitFor(SOON)
      expect(problems).toEqual([])
    })
  })
})
