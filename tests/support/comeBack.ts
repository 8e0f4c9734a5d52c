import type { Page } from 'playwright-core'
import { walkTo } from './browser.ts'

/**
 * Leaves a page for an empty one and walks back to its address, as by a link: state that is neither in the address nor
 * stored by the platform is lost. Costs a fraction of a load.
 */
export async function comeBack(page: Page): Promise<void> {
  const { pathname, search, hash } = new URL(page.url())
  await toNowhere(page)
  await walkTo(page, pathname + search + hash)
}

/** Walks to the page that reports that the address does not exist. */
export async function toNowhere(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await walkTo(page, '/nowhere')
  await page.locator('main [data-part=empty] a[href="/"]').waitFor(options)
}
