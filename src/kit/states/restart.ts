/** How often a page that could not start, or failed, looks whether it could start anew, ms. */
export const RESTART_INTERVAL_MS = 30_000

/** Loads the page anew as soon as the platform answers: loaded while nothing answers it would be the browser's own error page, which stays. */
export async function restartWhenThere(): Promise<void> {
  const answered = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answered) location.reload()
}
