import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { lastSeen, release, walkTo, type WatchedPage } from './browser.ts'
import { toNowhere } from './comeBack.ts'
import { upTo } from './slowness.ts'

/**
 * Returns a page at an address: the page of the test before where that was opened with the same `options`, given in
 * words, otherwise a new one.
 */
export type GoOn = (path: string, options: string, open: () => Promise<WatchedPage>) => Promise<WatchedPage>

/** For a file of browser tests: a page that walks on from test to test, as long as they pass. */
export function goingOn(): GoOn {
  /** What the last test left: an empty page, and the options it was opened with. */
  let parked: { options: string; watched: WatchedPage } | undefined
  return async (path, options, open) => {
    const before = parked
    parked = undefined
    const stands = before?.options === options ? before.watched : null
    if (before && !stands) await release(before.watched.context)
    const watched = stands ?? (await open())
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') console.error(await lastSeen(watched))
      else if (parked === undefined && (await park(watched.page))) {
        parked = { options, watched }
        return
      }
      await release(watched.context)
    })
    for (const told of [watched.problems, watched.navigations, watched.foreign, watched.requests]) told.length = 0
    await (stands ? walkTo(watched.page, path) : watched.page.goto(path))
    return watched
  }
}

/**
 * Leaves a page at an address that does not exist, so that the next test finds nothing of what it looks for, even on
 * the same screen, and nothing of the page goes on beside another page. Returns false where that fails: a changed form
 * blocks it, or the page is signed out.
 */
async function park(page: Page): Promise<boolean> {
  // A signed-out page is redirected to the sign-in page from everywhere: waiting would be useless.
  if (new URL(page.url()).pathname === '/login') return false
  try {
    await page.mouse.move(0, 0)
    await toNowhere(page, { timeout: upTo(5000) })
    return true
  } catch {
    return false
  }
}
