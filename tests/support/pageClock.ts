import type { Page } from 'playwright-core'

/**
 * Gives a page a clock that the test moves, and makes the platform's answers agree with it. Otherwise the console would
 * follow the platform's time and ignore the page's clock.
 */
export async function installClock(page: Page, time?: number): Promise<void> {
  await page.clock.install(time === undefined ? {} : { time })
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name: string) {
      return name.toLowerCase() === 'date' ? new Date().toUTCString() : get.call(this, name)
    }
  })
}
