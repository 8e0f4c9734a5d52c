import type { Page } from 'playwright-core'
import { walkTo } from './browser.ts'

/**
 * Leaves a page for one where nothing is, and walks to its address again, as by a link to it: what is not in the address, nor with the platform, is gone.
 * For a fraction of a load.
 */
export async function comeBack(page: Page): Promise<void> {
  const { pathname, search, hash } = new URL(page.url())
  await toNowhere(page)
  await walkTo(page, pathname + search + hash)
}

/** To the page that says that there is none. */
export async function toNowhere(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await walkTo(page, '/nowhere')
  await page.locator('main [data-part=empty] a[href="/"]').waitFor(options)
}
