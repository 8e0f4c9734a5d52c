import type { Page } from 'playwright-core'

/**
 * Gives a page a clock that the test moves, and has the platform's answers agree with it: by itself the console goes by what the platform says the time is,
 * and would take no notice.
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
