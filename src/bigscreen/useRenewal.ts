import { call } from '../../dataProvider/http.ts'
import { usePoller } from '../live/usePoll.ts'
import { useMe } from '../kit/index.ts'

/** Twice a day: a session lives for 30 days from its last renewal. */
const TIMING = { every: 12 * 3_600_000, after: 60_000 } as const

/** Keeps a wall screen signed in (WaysOut makes it one). A failure is tried again; a session that ended shows the sign-in page. */
export function useRenewal(): void {
  const { wall } = useMe()
  usePoller(async (signal) => {
    if (wall) await call('POST', 'renew', { signal })
  }, TIMING)
}
