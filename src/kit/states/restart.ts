/** How often a page that failed to start, or crashed, checks whether it can reload, ms. */
export const RESTART_INTERVAL_MS = 30_000

/**
 * Reloads the page as soon as the platform answers: a reload without an answer would end at the browser's own error
 * page, which stays.
 */
export async function restartWhenThere(): Promise<void> {
  const answered = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answered) location.reload()
}
