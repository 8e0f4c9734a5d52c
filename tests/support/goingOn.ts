import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { lastSeen, release, walkTo, type WatchedPage } from './browser.ts'
import { toNowhere } from './comeBack.ts'
import { upTo } from './slowness.ts'

/** A page at an address, opened as `options` says in words: the one of the test before where that was opened the same way, else a new one. */
export type GoOn = (path: string, options: string, open: () => Promise<WatchedPage>) => Promise<WatchedPage>

/** For a file of browser tests: a page that walks on from test to test, as long as they pass. */
export function goingOn(): GoOn {
  /** What the last test left: a page where nothing is, and how it was opened. */
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
 * Leaves a page where nothing is, so that what the next test looks at is not yet there, even where that is the same, and nothing goes on beside another. False
 * where it cannot: a changed form holds it back, or nobody is signed in there any more.
 */
async function park(page: Page): Promise<boolean> {
  // Who signed out is led from anywhere to the sign-in page: nothing to wait for.
  if (new URL(page.url()).pathname === '/login') return false
  try {
    await page.mouse.move(0, 0)
    await toNowhere(page, { timeout: upTo(5000) })
    return true
  } catch {
    return false
  }
}
