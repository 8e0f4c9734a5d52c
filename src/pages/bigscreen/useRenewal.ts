import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { call } from '../../../dataProvider/http.ts'
import { usePoller } from '../../live/usePoll.ts'

/** Twice a day: a session lives for 30 days from its last renewal. */
const TIMING = { every: 12 * 3_600_000, after: 60_000 } as const

/** Keeps a screen that is left signed in signed in, where the platform knows how (an extension). A failure is tried again; a session that ended shows the sign-in page. */
export function useRenewal(): void {
  usePoller(async (signal) => {
    if ((await loadCapabilities()).extensions.has('renew')) await call('POST', 'renew', { signal })
  }, TIMING)
}
